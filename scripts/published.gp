# SPDX-License-Identifier: MIT
# Published numbers, with their source: charts mark them where the very same was measured; "-": whatever it is. Times in
# seconds, bandwidths in GB/s of algorithmic bytes, values in 10⁹ a second where the source counts the bytes of each value
# once, whatever is done with it: 18 GB/s of u32 are 4.5; ratios are times in units of the source's own, for relative charts.
# "Large arrays" are taken for the largest of their config, "in cache" for 32 Ki. Loaded, never run.

$published << EOD
source,machine,primitive,algorithm,local,dtype,n,threads_per_group,values_per_thread,load,load_width,quantity,value
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/naive,-,i32,1073741824,512,-,-,-,bandwidth,823.944
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/shared,-,i32,1073741824,512,-,-,-,bandwidth,1288.72
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/double-buffer,-,i32,1073741824,256,-,-,-,bandwidth,1616.71
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/warp,-,i32,1073741824,256,-,-,-,bandwidth,1976.42
S. Veitner 2025,a GPU of 3300 GB/s,tiled_scan,group/coarsened,-,i32,1073741824,128,4,-,-,bandwidth,3056.53
Metadata Volume 2018,an NVIDIA GPU,count,group/block,-,u32,16777216,512,-,-,1,time,771.0e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/block,-,u32,16777216,512,-,-,2,time,509.6e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/block,-,u32,16777216,512,-,-,4,time,448.2e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/sequence,-,u32,16777216,64,-,-,1,time,502.1e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/sequence,-,u32,16777216,64,-,-,2,time,445.1e-6
Metadata Volume 2018,an NVIDIA GPU,count,group/sequence,-,u32,16777216,64,-,-,4,time,445.4e-6
M. Kieber-Emmons 2021,Apple M1 CPU,scan,serial,-,u32,134217728,-,-,-,-,values,2.5
M. Kieber-Emmons 2021,Apple M1 CPU,scan,simd/operators,-,u32,134217728,-,-,-,-,values,5.5
M. Kieber-Emmons 2021,Apple M1 CPU,scan,simd/intrinsics,-,u32,134217728,-,-,-,-,values,5.5
M. Kieber-Emmons 2021,Apple M1 GPU,scan,group/reduce-then-scan,raking,u32,134217728,-,-,-,-,values,4.5
M. Kieber-Emmons 2021,Apple M1 GPU,scan,group/reduce-then-scan,blelloch,u32,134217728,-,-,-,-,values,4.5
M. Kieber-Emmons 2021,Apple M1 GPU,scan,group/reduce-then-scan,cooperative,u32,134217728,-,-,-,-,values,4.125
M. Kieber-Emmons 2021,Apple M1 GPU,copy,group/copy,-,u32,134217728,-,8,blocked,-,bandwidth,55
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,256,2,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,256,2,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,256,2,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,256,4,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,256,4,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,256,4,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,512,2,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,512,2,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,512,2,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,raking,u32,134217728,512,4,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,cooperative,u32,134217728,512,4,blocked,-,bandwidth,58
M. Kieber-Emmons 2021,Apple M1 GPU,reduce,group/multilevel,shared-tree,u32,134217728,512,4,blocked,-,bandwidth,58
S. Yamanishi,Apple M1 CPU,dot,serial/strict,-,f32,32768,-,-,-,-,ratio,15
S. Yamanishi,Apple M1 CPU,dot,simd/operators,-,f32,32768,-,-,-,-,ratio,1
S. Yamanishi,Apple M1 CPU,dot,serial/strict,-,f64,32768,-,-,-,-,ratio,5
S. Yamanishi,Apple M1 CPU,dot,simd/operators,-,f64,32768,-,-,-,-,ratio,1
M. Kieber-Emmons 2021,Apple M1 CPU,reduce,simd/operators,-,i32,33554432,-,-,-,-,bandwidth,58
EOD
