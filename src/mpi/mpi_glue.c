/* SPDX-License-Identifier: MIT */
/* The calls of MPI, the only file that is compiled by mpicc: once for each library, into an object of its
 * own. */
#include "mpi/mpi_glue.h"

#include <mpi.h>
#include <stdlib.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

enum { TAG = 7, UNDER_WAY = 2 };

struct mpi_comm {
    MPI_Comm comm;
    MPI_Request under_way[UNDER_WAY];
};

static struct mpi_comm *wrap(MPI_Comm comm)
{
    struct mpi_comm *const wrapped = malloc(sizeof *wrapped);
    if (!wrapped)
        MPI_Abort(MPI_COMM_WORLD, 3);
    *wrapped = (struct mpi_comm){comm, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}};
    return wrapped;
}

static void start(void)
{
    int level;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
}

static void end(void)
{
    MPI_Finalize();
}

static struct mpi_comm *world(void)
{
    MPI_Comm own; /* messages of its own */
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    return wrap(own);
}

static unsigned rank(struct mpi_comm *comm)
{
    int own;
    MPI_Comm_rank(comm->comm, &own);
    return (unsigned)own;
}

static unsigned size(struct mpi_comm *comm)
{
    int all;
    MPI_Comm_size(comm->comm, &all);
    return (unsigned)all;
}

static struct mpi_comm *first(struct mpi_comm *parent, unsigned count)
{
    const unsigned own = rank(parent);
    MPI_Comm some;
    MPI_Comm_split(parent->comm, own < count ? 0 : MPI_UNDEFINED, (int)own, &some);
    return some == MPI_COMM_NULL ? NULL : wrap(some);
}

static void release(struct mpi_comm *comm)
{
    if (!comm)
        return;
    MPI_Comm_free(&comm->comm);
    free(comm);
}

static void barrier(struct mpi_comm *comm)
{
    MPI_Barrier(comm->comm);
}

static void allgather(struct mpi_comm *comm, const void *own, void *all, size_t bytes)
{
    MPI_Allgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm->comm);
}

static MPI_Datatype unsigned_type(unsigned bits)
{
    return bits == 8 ? MPI_UINT8_T : bits == 16 ? MPI_UINT16_T : bits == 32 ? MPI_UINT32_T : MPI_UINT64_T;
}

static MPI_Datatype signed_type(unsigned bits)
{
    return bits == 8 ? MPI_INT8_T : bits == 16 ? MPI_INT16_T : bits == 32 ? MPI_INT32_T : MPI_INT64_T;
}

static MPI_Datatype type_of(enum dtype dtype)
{
    const unsigned bits = dtype_bits(dtype);
    switch (dtype_kind(dtype)) {
    case KIND_UNSIGNED:
        return unsigned_type(bits);
    case KIND_SIGNED:
        return signed_type(bits);
    case KIND_FLOAT:
        return bits == 32 ? MPI_FLOAT : MPI_DOUBLE;
    }
    return MPI_BYTE;
}

#define EXTREME(name, type, beats)                                 \
    static void name(const type *in, type *in_out, int count)      \
    {                                                              \
        for (int i = 0; i < count; i++)                            \
            in_out[i] = in[i] beats in_out[i] ? in[i] : in_out[i]; \
    }
EXTREME(least_32, uint32_t, <)
EXTREME(least_64, uint64_t, <)
EXTREME(greatest_32, uint32_t, >)
EXTREME(greatest_64, uint64_t, >)

static void least(void *in, void *in_out, int *count, MPI_Datatype *type)
{
    *type == MPI_UINT32_T ? least_32(in, in_out, *count) : least_64(in, in_out, *count);
}

static void greatest(void *in, void *in_out, int *count, MPI_Datatype *type)
{
    *type == MPI_UINT32_T ? greatest_32(in, in_out, *count) : greatest_64(in, in_out, *count);
}

/* Of unsigned words some libraries, MPICH 4.0.2 among them, find the least and the greatest as if they had
 * signs. There, and of these alone, the operator is ours. */
static MPI_Op extreme_of(MPI_Op theirs, MPI_User_function *ours, enum dtype dtype)
{
    static struct {
        bool known;
        MPI_Op op;
    } made[2][DTYPE_COUNT];
    const bool most = theirs == MPI_MAX;
    const uint64_t one = 1; /* in each of its types, as all bits are its greatest */
    uint64_t word = UINT64_MAX;
    if (dtype_kind(dtype) != KIND_UNSIGNED)
        return theirs;
    if (!made[most][dtype].known) {
        made[most][dtype].known = true;
        made[most][dtype].op = theirs;
        MPI_Reduce_local(&one, &word, 1, type_of(dtype), theirs);
        if ((word & 2) != (most ? 2 : 0))
            MPI_Op_create(ours, 1, &made[most][dtype].op);
    }
    return made[most][dtype].op;
}

static MPI_Op operation_of(struct mpi_words words)
{
    switch (words.op) {
    case OP_NONE:
    case OP_SUM:
        return MPI_SUM;
    case OP_MIN:
        return extreme_of(MPI_MIN, least, words.dtype);
    case OP_MAX:
        return extreme_of(MPI_MAX, greatest, words.dtype);
    case OP_PRODUCT:
        return MPI_PROD;
    case OP_COUNT:
        break;
    }
    return MPI_OP_NULL;
}

static void exscan(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words)
{
    MPI_Exscan(own, result, (int)words.count, type_of(words.dtype), operation_of(words), comm->comm);
}

static void allreduce(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words)
{
    MPI_Allreduce(own, result, (int)words.count, type_of(words.dtype), operation_of(words), comm->comm);
}

static void alltoallv(struct mpi_comm *comm, struct mpi_shares sent, struct mpi_shares received,
                      enum dtype dtype)
{
    const MPI_Datatype type = type_of(dtype);
    MPI_Alltoallv(sent.elements, sent.counts, sent.offsets, type, received.elements, received.counts,
                  received.offsets, type, comm->comm);
}

static int partner(int rank_)
{
    return rank_ == MPI_GLUE_NOBODY ? MPI_PROC_NULL : rank_;
}

static void send(struct mpi_comm *comm, const void *data, size_t bytes, int to)
{
    MPI_Send(data, (int)bytes, MPI_BYTE, partner(to), TAG, comm->comm);
}

static void receive(struct mpi_comm *comm, void *data, size_t bytes, int from)
{
    MPI_Recv(data, (int)bytes, MPI_BYTE, partner(from), TAG, comm->comm, MPI_STATUS_IGNORE);
}

static void exchange(struct mpi_comm *comm, const void *out, void *in, size_t bytes,
                     struct mpi_partners partners)
{
    MPI_Sendrecv(out, (int)bytes, MPI_BYTE, partner(partners.to), TAG, in, (int)bytes, MPI_BYTE,
                 partner(partners.from), TAG, comm->comm, MPI_STATUS_IGNORE);
}

static void begin_exscan(struct mpi_comm *comm, const void *own, void *result, struct mpi_words words)
{
    MPI_Iexscan(own, result, (int)words.count, type_of(words.dtype), operation_of(words), comm->comm,
                &comm->under_way[0]);
}

static void begin_allgather(struct mpi_comm *comm, const void *own, void *all, size_t bytes)
{
    MPI_Iallgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm->comm, &comm->under_way[0]);
}

static void begin_exchange(struct mpi_comm *comm, const void *out, void *in, size_t bytes,
                           struct mpi_partners partners)
{
    MPI_Irecv(in, (int)bytes, MPI_BYTE, partner(partners.from), TAG, comm->comm, &comm->under_way[0]);
    MPI_Isend(out, (int)bytes, MPI_BYTE, partner(partners.to), TAG, comm->comm, &comm->under_way[1]);
}

static bool over(struct mpi_comm *comm)
{
    int done;
    MPI_Status each[UNDER_WAY];
    MPI_Testall(UNDER_WAY, comm->under_way, &done, each);
    return done;
}

static void finish(struct mpi_comm *comm)
{
    MPI_Status each[UNDER_WAY];
    MPI_Waitall(UNDER_WAY, comm->under_way, each);
}

static bool waits(struct mpi_comm *comm, int from)
{
    int there;
    MPI_Iprobe(from, TAG, comm->comm, &there, MPI_STATUS_IGNORE);
    return there;
}

static bool takes_device(void)
{
#if defined MPIX_GPU_SUPPORT_CUDA /* of MPICH */
    int takes = 0;
    return MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &takes) == MPI_SUCCESS && takes;
#elif defined MPIX_CUDA_AWARE_SUPPORT && MPIX_CUDA_AWARE_SUPPORT /* of Open MPI */
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
}

const struct mpi_glue MPI_GLUE_SYMBOL = {
    .version = MPI_GLUE_VERSION,
    .start = start,
    .end = end,
    .world = world,
    .first = first,
    .release = release,
    .rank = rank,
    .size = size,
    .barrier = barrier,
    .allgather = allgather,
    .exscan = exscan,
    .allreduce = allreduce,
    .alltoallv = alltoallv,
    .send = send,
    .receive = receive,
    .exchange = exchange,
    .begin_exscan = begin_exscan,
    .begin_allgather = begin_allgather,
    .begin_exchange = begin_exchange,
    .over = over,
    .finish = finish,
    .waits = waits,
    .takes_device = takes_device,
};
