/* SPDX-License-Identifier: MIT */
/* Iterators over pairs, which no array has: C++17 brings no zip and no transform. */
#ifndef INDEXED_HPP
#define INDEXED_HPP

#include "peer.hpp"

#include <iterator>

namespace peer
{

/* An iterator whose element is at(index). */
template <class At> struct Indexed {
    using iterator_category = std::random_access_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using reference = decltype(std::declval<At>()(size_t()));
    using value_type = reference;
    using pointer = void;
    At at;
    std::ptrdiff_t index;

    reference operator*() const
    {
        return at(size_t(index));
    }
    reference operator[](std::ptrdiff_t distance) const
    {
        return at(size_t(index + distance));
    }
    Indexed &operator++()
    {
        index++;
        return *this;
    }
    Indexed operator++(int)
    {
        return {at, index++};
    }
    Indexed &operator+=(std::ptrdiff_t distance)
    {
        index += distance;
        return *this;
    }
    friend Indexed operator+(Indexed from, std::ptrdiff_t distance)
    {
        return from += distance;
    }
    friend std::ptrdiff_t operator-(const Indexed &to, const Indexed &from)
    {
        return to.index - from.index;
    }
    friend bool operator==(const Indexed &a, const Indexed &b)
    {
        return a.index == b.index;
    }
    friend bool operator!=(const Indexed &a, const Indexed &b)
    {
        return a.index != b.index;
    }
    friend bool operator<(const Indexed &a, const Indexed &b)
    {
        return a.index < b.index;
    }
};

/* The pairs that a chain reads. */
template <class Rule> struct PairAt {
    Chain<Rule> chain;
    typename Rule::Pair operator()(size_t i) const
    {
        return chain[i];
    }
};

/* Where it writes: of a pair that is assigned, the value alone. */
template <class Rule> struct ValueAt {
    struct Reference {
        typename Rule::Value *at;
        const Reference &operator=(typename Rule::Pair pair) const
        {
            *at = pair.value;
            return *this;
        }
    };
    typename Rule::Value *output;
    Reference operator()(size_t i) const
    {
        return {output + i};
    }
};

template <class Rule> Indexed<PairAt<Rule>> pairs_of(const Chain<Rule> &chain)
{
    return {{chain}, 0};
}

template <class Rule> Indexed<ValueAt<Rule>> values_of(const Chain<Rule> &chain)
{
    return {{chain.output}, 0};
}

} // namespace peer

#endif
