/* SPDX-License-Identifier: MIT */
/* Groups as coroutines, in every order and with every promise of progress that a device model may make.
 * Starvation is a logical decision: every group that may run polls, and nothing changes any more. */
#include "engine/model/model_state.h"

#include "base/text.h"

/* gcc says so by a macro, clang by a feature. */
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER
#endif
#elif defined __SANITIZE_ADDRESS__
#define HAS_ADDRESS_SANITIZER
#endif
#if defined HAS_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A kernel's private arrays stand on its stack; untouched pages cost nothing. */
#define STACK_BYTES ((size_t)8 << 20)

static void *take_stack(struct model *model)
{
    if (model->stack_count)
        return model->stacks[--model->stack_count];
    void *const stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return NULL;
    if (mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE) == 0)
        return stack;
    munmap(stack, STACK_BYTES);
    return NULL;
}

/* A stack goes back for the next group, or to the system when there is no room to remember it. */
static void return_stack(struct model *model, void *stack)
{
    if (model->stack_count == model->stack_room) {
        const size_t room = model->stack_room ? 2 * model->stack_room : 16;
        void **const grown = realloc(model->stacks, room * sizeof *grown);
        if (!grown) {
            munmap(stack, STACK_BYTES);
            return;
        }
        model->stacks = grown;
        model->stack_room = room;
    }
    model->stacks[model->stack_count++] = stack;
}

void stacks_free(struct model *model)
{
    while (model->stack_count)
        munmap(model->stacks[--model->stack_count], STACK_BYTES);
    free(model->stacks);
}

static void coroutine(void)
{
    model_now->kernel(&model_now->launch);
    group_yield(model_now, OUTCOME_FINISHED);
}

static void group_resume(struct group *group)
{
    model_now = group;
    swapcontext(&group->model->scheduler, &group->context);
    model_now = NULL;
}

/* AddressSanitizer remembers the frames on the stack of a group that was left in the middle of them. */
static void forget_frames(void *stack)
{
#if defined HAS_ADDRESS_SANITIZER
    __asan_unpoison_memory_region(stack, STACK_BYTES);
#else
    (void)stack;
#endif
}

/* A group that has finished has given its stack back. */
static void group_free(struct group *group)
{
    for (size_t i = 0; i < group->arrays; i++) {
        free(group->array[i].storage);
        free(group->array[i].words);
    }
    if (group->stack) {
        forget_frames(group->stack);
        return_stack(group->model, group->stack);
    }
    free(group->accesses);
    free(group->pending);
    free(group);
}

static void prepare_context(struct group *group)
{
    getcontext(&group->context);
    group->context.uc_stack.ss_sp = group->stack;
    group->context.uc_stack.ss_size = STACK_BYTES;
    makecontext(&group->context, coroutine, 0);
}

static struct group *group_start(struct model *model, size_t id)
{
    struct group *const group = calloc(1, sizeof *group);
    void *const stack = group ? take_stack(model) : NULL;
    if (!stack) {
        free(group);
        model->out_of_memory = model->halted = true;
        return NULL;
    }
    group->model = model;
    group->id = group->tile = id;
    group->kernel = model->launched;
    group->launch = *model->launch;
    group->launch.first_group = id;
    group->launch.last_group = id + 1;
    group->first_access = group->cursor = -1;
    group->stack = stack;
    prepare_context(group);
    model->started[model->started_count++] = group;
    return group;
}

/* Its stores become visible at once, later, or with the launch's end. */
static void flush_retired(struct model *model, size_t window)
{
    size_t kept = 0;
    for (size_t i = 0; i < model->waiting_count; i++) {
        struct group *const group = model->waiting[i];
        if (model->retired - group->retired < window) {
            model->waiting[kept++] = group;
            continue;
        }
        flush_group(group);
        group_free(group);
    }
    model->waiting_count = kept;
}

static void retire(struct model *model, struct group *group)
{
    size_t at = 0;
    while (model->started[at] != group)
        at++;
    memmove(model->started + at, model->started + at + 1,
            (model->started_count - at - 1) * sizeof *model->started);
    model->started_count--;
    settle_accesses(group);
    add_group_counts(model, group);
    return_stack(model, group->stack);
    group->stack = NULL;
    group->retired = ++model->retired;
    model->waiting[model->waiting_count++] = group;
    epoch_advance(model);
    if (model->options.device->visibility == VISIBILITY_WINDOW)
        flush_retired(model, model->options.device->window);
    else if (model->options.device->visibility == VISIBILITY_IMMEDIATE)
        flush_retired(model, 0);
}

/* "group 7 waits for states[6] = 0; resident: 4 5 6 7; not started: 3" */
static void describe_starvation(struct model *model, const struct group *waiter)
{
    char *const text = model->report.message;
    const size_t room = sizeof model->report.message;
    snprintf(text, room,
             "kernel %s: group %zu waits for %s[%zu], which is %#llx forever; resident:", waiter->kernel_name,
             waiter->id, waiter->polled.array ? waiter->polled.array : "nothing it has read",
             waiter->polled.word, (unsigned long long)waiter->polled.bits);
    enum { SHOWN = 16 };
    for (size_t i = 0; i < model->started_count && i < SHOWN; i++)
        text_add(text, room, " %zu%s", model->started[i]->id,
                 model->started[i]->outcome == OUTCOME_FROZEN ? " (stopped)" : "");
    text_add(text, room, "%s; %zu of %zu finished, %zu not started", model->started_count > SHOWN ? " …" : "",
             model->retired, model->groups, model->groups - model->retired - model->started_count);
    model->report.starved = model->halted = true;
}

/* The groups that a device runs side by side: all that have started, or all. */
static size_t resident_limit(const struct model *model)
{
    const struct model_options *const options = &model->options;
    if (options->benign || options->device->progress == PROGRESS_FAIR)
        return model->groups;
    return device_resident_groups(options->device, model->launch->threads, model->groups, options->workers);
}

static bool can_start(const struct model *model, size_t limit)
{
    return model->next < model->groups && model->started_count < limit;
}

static struct group *start_next(struct model *model)
{
    return group_start(model, model->order[model->next++]);
}

static struct group *choose_at_random(struct model *model, size_t limit)
{
    const bool fresh = can_start(model, limit);
    const size_t choice = (size_t)random_below(&model->random, model->started_count + fresh);
    return choice < model->started_count ? model->started[choice] : start_next(model);
}

/* A group that waits lets a new one start where one may, else the next one that has started; behind one that
 * has finished, those that waited come first. */
static struct group *choose(struct model *model, size_t limit, bool finished, size_t *turn)
{
    if (model->interrupts)
        return choose_at_random(model, limit);
    if (can_start(model, limit) && !(finished && model->started_count))
        return start_next(model);
    *turn = finished || *turn + 1 >= model->started_count ? 0 : *turn + 1;
    return model->started[*turn];
}

/* Every group that has started goes on in its turn. */
static void run_fairly(struct model *model)
{
    const size_t limit = resident_limit(model);
    size_t turn = 0;
    bool finished = true;
    while (model->retired < model->groups && !model->halted) {
        struct group *const group = choose(model, limit, finished, &turn);
        if (!group)
            return;
        group_resume(group);
        if (model->halted)
            return;
        finished = group->outcome == OUTCOME_FINISHED;
        if (finished)
            retire(model, group);
        else if (model->hopeless == model->started_count && !can_start(model, limit))
            describe_starvation(model, group);
    }
}

/* Run one group until it finishes, polls or is stopped. */
static void run_once(struct model *model, struct group *group)
{
    do
        group_resume(group);
    while (!model->halted && group->outcome == OUTCOME_INTERRUPTED);
}

/* Run one group to its end, or until it is stopped, or for ever. */
static void run_alone(struct model *model, struct group *group)
{
    do
        run_once(model, group);
    while (!model->halted && group->outcome == OUTCOME_POLLED && group->fruitless < MODEL_PATIENCE);
    if (model->halted)
        return;
    if (group->outcome == OUTCOME_FINISHED)
        retire(model, group);
    else if (group->outcome != OUTCOME_FROZEN)
        describe_starvation(model, group);
}

/* The adversary stops the first group just before it publishes anything. */
static struct group *stop_first(struct model *model)
{
    struct group *const first = group_start(model, model->order[0]);
    const size_t resident = device_resident_groups(model->options.device, model->launch->threads,
                                                   model->groups, model->options.workers);
    if (!first)
        return NULL;
    model->victim = resident > 1 ? first : NULL;
    run_once(model, first);
    model->victim = NULL;
    if (model->halted || first->outcome != OUTCOME_FINISHED)
        return first;
    retire(model, first);
    return NULL;
}

/* One group of the sequence: the one that was stopped, or a new one. */
static void run_in_turn(struct model *model, size_t id, struct group **stopped)
{
    struct group *group = *stopped;
    if (id != model->order[0])
        group = group_start(model, id);
    else
        *stopped = NULL;
    if (group)
        run_alone(model, group);
}

/* No promise: the adversary stays on any group that polls, and runs the one it stopped last. */
static void run_without_promise(struct model *model)
{
    struct group *stopped = stop_first(model);
    if (stopped && stopped->outcome == OUTCOME_POLLED && !model->halted)
        run_in_turn(model, model->order[0], &stopped);
    for (size_t i = 1; i < model->groups && !model->halted; i++)
        run_in_turn(model, model->order[i], &stopped);
    if (stopped && !model->halted)
        run_in_turn(model, model->order[0], &stopped);
}

/* It may stop any group but the lowest unfinished one, which goes on until it has finished. */
static void run_lowest_first(struct model *model)
{
    const size_t first = model->order[0];
    struct group *stopped = first == 0 ? group_start(model, 0) : stop_first(model);
    for (size_t id = 0; id < model->groups && !model->halted; id++)
        run_in_turn(model, id, &stopped);
}

static void make_order(struct model *model)
{
    const enum group_order order = model->options.benign ? ORDER_ASCENDING : model->options.order;
    for (size_t i = 0; i < model->groups; i++)
        model->order[i] = order == ORDER_DESCENDING ? model->groups - 1 - i : i;
    for (size_t i = model->groups; order == ORDER_RANDOM && i > 1; i--) {
        const size_t other = (size_t)random_below(&model->random, i), kept = model->order[i - 1];
        model->order[i - 1] = model->order[other];
        model->order[other] = kept;
    }
    model->interrupts = order == ORDER_RANDOM;
}

static bool schedule_init(struct model *model, size_t groups)
{
    model->groups = groups;
    model->next = model->retired = model->started_count = model->waiting_count = 0;
    model->order = malloc(groups * sizeof *model->order);
    model->started = malloc(groups * sizeof *model->started);
    model->waiting = malloc(groups * sizeof *model->waiting);
    return model->order && model->started && model->waiting;
}

static void schedule_close(struct model *model)
{
    for (size_t i = 0; i < model->started_count; i++)
        group_free(model->started[i]);
    flush_retired(model, 0);
    free(model->order);
    free(model->started);
    free(model->waiting);
    model->started_count = 0;
}

void schedule_run(struct model *model, size_t groups)
{
    if (!schedule_init(model, groups)) {
        model->out_of_memory = model->halted = true;
    } else {
        const enum progress progress = model->options.device->progress;
        make_order(model);
        epoch_advance(model);
        if (model->options.benign || progress == PROGRESS_OBE || progress == PROGRESS_FAIR)
            run_fairly(model);
        else if (progress == PROGRESS_HSA)
            run_lowest_first(model);
        else
            run_without_promise(model);
    }
    schedule_close(model);
}
