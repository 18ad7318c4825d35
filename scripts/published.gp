# SPDX-License-Identifier: MIT
# Published numbers, with their source: charts mark them where the very same was measured; "-": whatever it is. Times in
# seconds, bandwidths in GB/s of algorithmic bytes, values in 10⁹ a second where the source counts the bytes of each value
# once, whatever is done with it: 18 GB/s of u32 are 4.5; ratios are times in units of the source's own, for relative charts:
# those of dot products are the milliseconds in 03_dot/doc/make_log.txt of AppleNumericalComputing.
# "Large arrays" are taken for the largest of their config. Loaded, never run.

$published << EOD
source,machine,primitive,algorithm,local,dtype,n,threads_per_group,values_per_thread,load,load_width,groups,unroll,workers,quantity,value
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/naive,-,i32,1073741824,512,-,-,-,-,-,-,bandwidth,823.944
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/shared,-,i32,1073741824,512,-,-,-,-,-,-,bandwidth,1288.72
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/double-buffer,-,i32,1073741824,256,-,-,-,-,-,-,bandwidth,1616.71
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/warp,-,i32,1073741824,256,-,-,-,-,-,-,bandwidth,1976.42
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/coarsened,-,i32,1073741824,128,4,-,-,-,-,-,bandwidth,3056.53
Metadata Volume 2018,an NVIDIA GPU,count,group/block,-,u32,16777216,512,-,-,1,-,-,-,time,771.0e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/block,-,u32,16777216,512,-,-,2,-,-,-,time,509.6e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/block,-,u32,16777216,512,-,-,4,-,-,-,time,448.2e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/sequence,-,u32,16777216,64,-,-,1,-,-,-,time,502.1e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/sequence,-,u32,16777216,64,-,-,2,-,-,-,time,445.1e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/sequence,-,u32,16777216,64,-,-,4,-,-,-,time,445.4e-6
M. Kieber-Emmons 2021,Apple M1 CPU,scan,serial,-,u32,134217728,-,-,-,-,-,-,-,values,2.5
M. Kieber-Emmons 2021,Apple M1 CPU,scan,simd/operators,-,u32,134217728,-,-,-,-,-,-,-,values,5.5
M. Kieber-Emmons 2021,Apple M1 CPU,scan,simd/intrinsics,-,u32,134217728,-,-,-,-,-,-,-,values,5.5
M. Kieber-Emmons 2021,Apple M1 GPU,scan,group/reduce-then-scan,raking,u32,134217728,-,-,-,-,-,-,-,values,4.5
M. Kieber-Emmons 2021,Apple M1 GPU,scan,group/reduce-then-scan,blelloch,u32,134217728,-,-,-,-,-,-,-,values,4.5
M. Kieber-Emmons 2021,Apple M1 GPU,scan,group/reduce-then-scan,cooperative,u32,134217728,-,-,-,-,-,-,-,values,4.125
M. Kieber-Emmons 2021,Apple M1 GPU,copy,group/copy,-,u32,134217728,-,8,blocked,-,-,-,-,bandwidth,55
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,256,2,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,256,2,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,256,2,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,256,4,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,256,4,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,256,4,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,512,2,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,512,2,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,512,2,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,512,4,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,512,4,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,512,4,blocked,-,-,-,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 CPU,reduce,simd/operators,-,i32,33554432,-,-,-,-,-,-,-,bandwidth,58
S. Yamanishi,Apple M1,dot,serial/strict,-,f32,8192,-,-,-,-,-,-,-,ratio,0.008286
S. Yamanishi,Apple M1,dot,serial/strict,-,f32,32768,-,-,-,-,-,-,-,ratio,0.03352
S. Yamanishi,Apple M1,dot,serial/strict,-,f32,131072,-,-,-,-,-,-,-,ratio,0.1286
S. Yamanishi,Apple M1,dot,serial/strict,-,f32,524288,-,-,-,-,-,-,-,ratio,0.502
S. Yamanishi,Apple M1,dot,serial/strict,-,f32,2097152,-,-,-,-,-,-,-,ratio,1.989
S. Yamanishi,Apple M1,dot,serial/strict,-,f32,8388608,-,-,-,-,-,-,-,ratio,7.901
S. Yamanishi,Apple M1,dot,serial/strict,-,f32,33554432,-,-,-,-,-,-,-,ratio,31.55
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,8192,-,-,-,-,-,1,-,ratio,0.002017
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,8192,-,-,-,-,-,2,-,ratio,0.001006
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,8192,-,-,-,-,-,4,-,ratio,0.0005229
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,8192,-,-,-,-,-,8,-,ratio,0.0005012
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,32768,-,-,-,-,-,4,-,ratio,0.003268
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,131072,-,-,-,-,-,4,-,ratio,0.01349
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,524288,-,-,-,-,-,1,-,ratio,0.1282
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,524288,-,-,-,-,-,2,-,ratio,0.06541
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,524288,-,-,-,-,-,4,-,ratio,0.05359
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,524288,-,-,-,-,-,8,-,ratio,0.05359
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,2097152,-,-,-,-,-,4,-,ratio,0.2758
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,8388608,-,-,-,-,-,4,-,ratio,1.126
S. Yamanishi,Apple M1,dot,simd/operators,-,f32,33554432,-,-,-,-,-,4,-,ratio,4.415
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8192,-,-,-,-,-,8,1,ratio,0.0005012
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8192,-,-,-,-,-,8,2,ratio,0.005587
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8192,-,-,-,-,-,8,4,ratio,0.008159
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8192,-,-,-,-,-,8,8,ratio,0.01298
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,32768,-,-,-,-,-,8,1,ratio,0.003264
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,32768,-,-,-,-,-,8,2,ratio,0.01196
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,32768,-,-,-,-,-,8,4,ratio,0.01246
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,32768,-,-,-,-,-,8,8,ratio,0.0165
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,131072,-,-,-,-,-,8,1,ratio,0.01373
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,131072,-,-,-,-,-,8,2,ratio,0.0155
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,131072,-,-,-,-,-,8,4,ratio,0.01746
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,131072,-,-,-,-,-,8,8,ratio,0.02071
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,524288,-,-,-,-,-,8,1,ratio,0.05359
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,524288,-,-,-,-,-,8,2,ratio,0.03941
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,524288,-,-,-,-,-,8,4,ratio,0.04489
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,524288,-,-,-,-,-,8,8,ratio,0.04272
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,2097152,-,-,-,-,-,8,1,ratio,0.2773
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,2097152,-,-,-,-,-,8,2,ratio,0.2777
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,2097152,-,-,-,-,-,8,4,ratio,0.2456
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,2097152,-,-,-,-,-,8,8,ratio,0.25
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8388608,-,-,-,-,-,8,1,ratio,1.125
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8388608,-,-,-,-,-,8,2,ratio,1.146
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8388608,-,-,-,-,-,8,4,ratio,1.163
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,8388608,-,-,-,-,-,8,8,ratio,1.212
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,33554432,-,-,-,-,-,8,1,ratio,4.413
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,33554432,-,-,-,-,-,8,2,ratio,4.486
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,33554432,-,-,-,-,-,8,4,ratio,4.567
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f32,33554432,-,-,-,-,-,8,8,ratio,4.724
S. Yamanishi,Apple M1,dot,serial/strict,-,f64,8192,-,-,-,-,-,-,-,ratio,0.008242
S. Yamanishi,Apple M1,dot,serial/strict,-,f64,32768,-,-,-,-,-,-,-,ratio,0.03319
S. Yamanishi,Apple M1,dot,serial/strict,-,f64,131072,-,-,-,-,-,-,-,ratio,0.1282
S. Yamanishi,Apple M1,dot,serial/strict,-,f64,524288,-,-,-,-,-,-,-,ratio,0.5028
S. Yamanishi,Apple M1,dot,serial/strict,-,f64,2097152,-,-,-,-,-,-,-,ratio,1.985
S. Yamanishi,Apple M1,dot,serial/strict,-,f64,8388608,-,-,-,-,-,-,-,ratio,7.924
S. Yamanishi,Apple M1,dot,serial/strict,-,f64,33554432,-,-,-,-,-,-,-,ratio,31.58
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,8192,-,-,-,-,-,1,-,ratio,0.004122
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,8192,-,-,-,-,-,2,-,ratio,0.00201
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,8192,-,-,-,-,-,4,-,ratio,0.001366
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,8192,-,-,-,-,-,8,-,ratio,0.001333
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,32768,-,-,-,-,-,4,-,ratio,0.006755
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,131072,-,-,-,-,-,4,-,ratio,0.02819
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,524288,-,-,-,-,-,1,-,ratio,0.2553
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,524288,-,-,-,-,-,2,-,ratio,0.1324
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,524288,-,-,-,-,-,4,-,ratio,0.1149
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,524288,-,-,-,-,-,8,-,ratio,0.1142
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,2097152,-,-,-,-,-,4,-,ratio,0.5776
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,8388608,-,-,-,-,-,4,-,ratio,2.221
S. Yamanishi,Apple M1,dot,simd/operators,-,f64,33554432,-,-,-,-,-,4,-,ratio,8.82
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8192,-,-,-,-,-,8,1,ratio,0.001333
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8192,-,-,-,-,-,8,2,ratio,0.006391
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8192,-,-,-,-,-,8,4,ratio,0.01055
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8192,-,-,-,-,-,8,8,ratio,0.01935
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,32768,-,-,-,-,-,8,1,ratio,0.006563
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,32768,-,-,-,-,-,8,2,ratio,0.01233
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,32768,-,-,-,-,-,8,4,ratio,0.01438
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,32768,-,-,-,-,-,8,8,ratio,0.01611
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,131072,-,-,-,-,-,8,1,ratio,0.02742
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,131072,-,-,-,-,-,8,2,ratio,0.02434
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,131072,-,-,-,-,-,8,4,ratio,0.02547
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,131072,-,-,-,-,-,8,8,ratio,0.02878
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,524288,-,-,-,-,-,8,1,ratio,0.1142
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,524288,-,-,-,-,-,8,2,ratio,0.06959
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,524288,-,-,-,-,-,8,4,ratio,0.06771
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,524288,-,-,-,-,-,8,8,ratio,0.06461
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,2097152,-,-,-,-,-,8,1,ratio,0.5752
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,2097152,-,-,-,-,-,8,2,ratio,0.5862
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,2097152,-,-,-,-,-,8,4,ratio,0.5884
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,2097152,-,-,-,-,-,8,8,ratio,0.6078
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8388608,-,-,-,-,-,8,1,ratio,2.222
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8388608,-,-,-,-,-,8,2,ratio,2.295
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8388608,-,-,-,-,-,8,4,ratio,2.292
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,8388608,-,-,-,-,-,8,8,ratio,2.377
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,33554432,-,-,-,-,-,8,1,ratio,8.798
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,33554432,-,-,-,-,-,8,2,ratio,8.935
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,33554432,-,-,-,-,-,8,4,ratio,9.096
S. Yamanishi,Apple M1,dot,threads/blocked/unfused,-,f64,33554432,-,-,-,-,-,8,8,ratio,9.397
S. Yamanishi,Apple M1,dot,group/two-pass/device,-,f32,32768,1024,-,-,-,32,-,-,ratio,0.1724
S. Yamanishi,Apple M1,dot,group/two-pass/device,-,f32,131072,1024,-,-,-,128,-,-,ratio,0.2072
S. Yamanishi,Apple M1,dot,group/two-pass/device,-,f32,524288,1024,-,-,-,512,-,-,ratio,0.3114
S. Yamanishi,Apple M1,dot,group/two-pass/device,-,f32,2097152,1024,-,-,-,2048,-,-,ratio,0.8921
S. Yamanishi,Apple M1,dot,group/two-pass/device,-,f32,8388608,1024,-,-,-,8192,-,-,ratio,3.035
S. Yamanishi,Apple M1,dot,group/two-pass/device,-,f32,33554432,1024,-,-,-,32768,-,-,ratio,9.89
S. Yamanishi,Apple M1,dot,group/two-pass/shared,-,f32,32768,1024,-,-,-,32,-,-,ratio,0.1636
S. Yamanishi,Apple M1,dot,group/two-pass/shared,-,f32,131072,1024,-,-,-,128,-,-,ratio,0.192
S. Yamanishi,Apple M1,dot,group/two-pass/shared,-,f32,524288,1024,-,-,-,512,-,-,ratio,0.2962
S. Yamanishi,Apple M1,dot,group/two-pass/shared,-,f32,2097152,1024,-,-,-,2048,-,-,ratio,0.8207
S. Yamanishi,Apple M1,dot,group/two-pass/shared,-,f32,8388608,1024,-,-,-,8192,-,-,ratio,2.77
S. Yamanishi,Apple M1,dot,group/two-pass/shared,-,f32,33554432,1024,-,-,-,32768,-,-,ratio,9.268
S. Yamanishi,Apple M1,dot,group/two-pass/shuffle,-,f32,32768,1024,-,-,-,32,-,-,ratio,0.1608
S. Yamanishi,Apple M1,dot,group/two-pass/shuffle,-,f32,131072,1024,-,-,-,128,-,-,ratio,0.1815
S. Yamanishi,Apple M1,dot,group/two-pass/shuffle,-,f32,524288,1024,-,-,-,512,-,-,ratio,0.2626
S. Yamanishi,Apple M1,dot,group/two-pass/shuffle,-,f32,2097152,1024,-,-,-,2048,-,-,ratio,0.6836
S. Yamanishi,Apple M1,dot,group/two-pass/shuffle,-,f32,8388608,1024,-,-,-,8192,-,-,ratio,2.174
S. Yamanishi,Apple M1,dot,group/two-pass/shuffle,-,f32,33554432,1024,-,-,-,32768,-,-,ratio,7.638
S. Yamanishi,Apple M1,dot,group/two-pass/simd-sum,-,f32,32768,1024,-,-,-,32,-,-,ratio,0.153
S. Yamanishi,Apple M1,dot,group/two-pass/simd-sum,-,f32,131072,1024,-,-,-,128,-,-,ratio,0.1626
S. Yamanishi,Apple M1,dot,group/two-pass/simd-sum,-,f32,524288,1024,-,-,-,512,-,-,ratio,0.2085
S. Yamanishi,Apple M1,dot,group/two-pass/simd-sum,-,f32,2097152,1024,-,-,-,2048,-,-,ratio,0.5792
S. Yamanishi,Apple M1,dot,group/two-pass/simd-sum,-,f32,8388608,1024,-,-,-,8192,-,-,ratio,1.486
S. Yamanishi,Apple M1,dot,group/two-pass/simd-sum,-,f32,33554432,1024,-,-,-,32768,-,-,ratio,4.625
S. Yamanishi,Apple M1,dot,group/one-pass/shuffle,-,f32,32768,1024,-,-,-,32,-,-,ratio,0.1569
S. Yamanishi,Apple M1,dot,group/one-pass/shuffle,-,f32,131072,1024,-,-,-,128,-,-,ratio,0.1757
S. Yamanishi,Apple M1,dot,group/one-pass/shuffle,-,f32,524288,1024,-,-,-,512,-,-,ratio,0.2508
S. Yamanishi,Apple M1,dot,group/one-pass/shuffle,-,f32,2097152,1024,-,-,-,2048,-,-,ratio,0.6905
S. Yamanishi,Apple M1,dot,group/one-pass/shuffle,-,f32,8388608,1024,-,-,-,8192,-,-,ratio,2.203
S. Yamanishi,Apple M1,dot,group/one-pass/shuffle,-,f32,33554432,1024,-,-,-,32768,-,-,ratio,7.713
S. Yamanishi,Apple M1,dot,group/one-pass/simd-sum,-,f32,32768,1024,-,-,-,32,-,-,ratio,0.1516
S. Yamanishi,Apple M1,dot,group/one-pass/simd-sum,-,f32,131072,1024,-,-,-,128,-,-,ratio,0.164
S. Yamanishi,Apple M1,dot,group/one-pass/simd-sum,-,f32,524288,1024,-,-,-,512,-,-,ratio,0.2081
S. Yamanishi,Apple M1,dot,group/one-pass/simd-sum,-,f32,2097152,1024,-,-,-,2048,-,-,ratio,0.5723
S. Yamanishi,Apple M1,dot,group/one-pass/simd-sum,-,f32,8388608,1024,-,-,-,8192,-,-,ratio,1.506
S. Yamanishi,Apple M1,dot,group/one-pass/simd-sum,-,f32,33554432,1024,-,-,-,32768,-,-,ratio,4.755
S. Yamanishi,Apple M1,dot,group/one-pass/thread-counter,-,f32,32768,1024,-,-,-,32,-,-,ratio,0.1576
S. Yamanishi,Apple M1,dot,group/one-pass/thread-counter,-,f32,131072,1024,-,-,-,128,-,-,ratio,0.1849
S. Yamanishi,Apple M1,dot,group/one-pass/thread-counter,-,f32,524288,1024,-,-,-,512,-,-,ratio,0.2858
S. Yamanishi,Apple M1,dot,group/one-pass/thread-counter,-,f32,2097152,1024,-,-,-,2048,-,-,ratio,0.7738
S. Yamanishi,Apple M1,dot,group/one-pass/thread-counter,-,f32,8388608,1024,-,-,-,8192,-,-,ratio,2.567
S. Yamanishi,Apple M1,dot,group/one-pass/thread-counter,-,f32,33554432,1024,-,-,-,32768,-,-,ratio,8.559
EOD
