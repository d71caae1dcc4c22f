package io.freightsdk.server.money;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an order of calls, made one after the other, that explains what calls made at once were
 * answered. Calls that did not overlap keep their order. Tries every order, so it is for histories
 * of a dozen calls.
 */
final class Linearization<S, C, R> {
  /**
   * A call as its thread saw it: it took effect at some moment between the two.
   *
   * @param called drawn from a counter of all threads just before the call
   * @param answered drawn just after it
   */
  record Observed<C, R>(long called, long answered, C call, R result) {}

  /** What calls do when they are made one after the other. */
  interface Model<S, C, R> {
    /** The state after the call; null when in {@code state} it is not answered so. */
    @Nullable S after(S state, C call, R result);
  }

  /** A place in the search: reached twice, it need not be left twice. */
  private record Reached<S>(S state, Set<Integer> left) {}

  private final Model<S, C, R> model;
  private final List<Observed<C, R>> history;
  private final Set<Reached<S>> deadEnds = new HashSet<>();

  private Linearization(Model<S, C, R> model, List<Observed<C, R>> history) {
    this.model = model;
    this.history = history;
  }

  static <S, C, R> boolean exists(S start, List<Observed<C, R>> history, Model<S, C, R> model) {
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < history.size(); i++) all.add(i);
    return new Linearization<>(model, history).explains(start, all);
  }

  private boolean explains(S state, Set<Integer> left) {
    if (left.isEmpty()) return true;
    Reached<S> here = new Reached<>(state, left);
    if (deadEnds.contains(here)) return false;
    for (int i : possiblyNext(left)) {
      Observed<C, R> one = history.get(i);
      S next = model.after(state, one.call, one.result);
      if (next == null) continue;
      Set<Integer> rest = new HashSet<>(left);
      rest.remove(i);
      if (explains(next, rest)) return true;
    }
    deadEnds.add(here);
    return false;
  }

  /** Those that were called before any other was answered. */
  private List<Integer> possiblyNext(Set<Integer> left) {
    long firstAnswer = Long.MAX_VALUE;
    for (int i : left) firstAnswer = Math.min(firstAnswer, history.get(i).answered);
    List<Integer> possible = new ArrayList<>();
    for (int i : left) {
      if (history.get(i).called < firstAnswer) possible.add(i);
    }
    return possible;
  }
}
