/* SPDX-License-Identifier: MIT */
/* oneTBB with as many threads as a point has workers, each on its CPU. */
#ifndef ARENA_HPP
#define ARENA_HPP

#include "peer.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>
#include <vector>

namespace peer
{

/* Binds every thread that enters its arena to the CPU of its slot. */
class Arena : public tbb::task_scheduler_observer
{
    std::vector<uint32_t> cpus;

  public:
    tbb::task_arena arena;

    explicit Arena(const scanbench_run *run)
        : tbb::task_scheduler_observer(arena), arena(static_cast<int>(run->workers))
    {
        if (run->cpus)
            cpus.assign(run->cpus, run->cpus + run->workers);
        observe(true);
    }
    ~Arena() override
    {
        observe(false);
    }

    void on_scheduler_entry(bool) override
    {
        const int slot = tbb::this_task_arena::current_thread_index();
        if (slot >= 0 && size_t(slot) < cpus.size())
            bind(cpus.data(), uint32_t(slot));
    }
};

/* oneTBB counts the CPUs that its first caller may use, which is bound to one: tell it not to mind. */
inline const char *arena_prepare(const scanbench_run *run, void **state)
{
    static const tbb::global_control many(tbb::global_control::max_allowed_parallelism, 256);
    const Widened widened(run);
    auto *const made = new Arena(run);
    made->arena.execute([run] { tbb::parallel_for(uint32_t(0), 64 * run->workers, [](uint32_t) {}); });
    *state = made;
    return nullptr;
}

inline void arena_finish(void *state)
{
    delete static_cast<Arena *>(state);
}

/* Run the action within the arena of a point. */
template <class Action> void in_arena(const scanbench_run *run, Action action)
{
    static_cast<Arena *>(run->state)->arena.execute(action);
}

} // namespace peer

#endif
