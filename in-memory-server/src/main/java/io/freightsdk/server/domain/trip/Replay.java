package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Judges a trip again from the place in time where a late fix belongs. Every 512 fixes the state of
 * the stops is remembered, so a late fix that changes nothing costs at most about that many steps;
 * one that changes history costs the fixes after it.
 */
final class Replay {
  private static final int FIXES_PER_CHECKPOINT = 512;

  /** By epoch millisecond: the stops after every fix up to and including that instant. */
  private final NavigableMap<Long, Visits> checkpoints;

  private int fixesSinceCheckpoint;

  Replay() {
    this(new TreeMap<>(), 0);
  }

  private Replay(NavigableMap<Long, Visits> checkpoints, int fixesSinceCheckpoint) {
    this.checkpoints = checkpoints;
    this.fixesSinceCheckpoint = fixesSinceCheckpoint;
  }

  Replay copy() {
    return new Replay(new TreeMap<>(checkpoints), fixesSinceCheckpoint);
  }

  /** One step, for a fix that is not earlier than any before it. */
  Progress follow(Progress progress, Fix fix) {
    Progress next = progress.advance(fix);
    long time = fix.time().toEpochMilli();
    fixesSinceCheckpoint++;
    boolean sameInstantAsCheckpoint = checkpoints.containsKey(time);
    if (fixesSinceCheckpoint >= FIXES_PER_CHECKPOINT || sameInstantAsCheckpoint) {
      checkpoints.put(time, next.visits());
      fixesSinceCheckpoint = 0;
    }
    return next;
  }

  /**
   * Where the load stands once {@code late}, which the track holds already, is judged at its own
   * time.
   */
  Progress rejudge(Progress published, Track track, Fix late) {
    if (published.status() == Status.CANCELLED) {
      return published;
    }
    TripPlan plan = published.plan();
    List<Fact> facts = Fact.of(published.visits());
    Map.Entry<Long, Visits> start = checkpoints.lowerEntry(late.time().toEpochMilli());
    Visits visits = start == null ? Visits.none(plan) : start.getValue();
    long judgedUpTo = start == null ? Long.MIN_VALUE : start.getKey();
    Track.Cursor cursor =
        start == null ? track.fromStart() : track.from(Instant.ofEpochMilli(judgedUpTo));
    int nextFact = firstFactAfter(judgedUpTo, facts);
    int steps = 0;

    for (Fix fix = cursor.next(); fix != null; fix = cursor.next()) {
      long time = fix.time().toEpochMilli();
      if (time > judgedUpTo) {
        Visits remembered = checkpoints.get(judgedUpTo);
        boolean fromHereAllIsAsItWas = steps > 0 && visits.equals(remembered);
        if (fromHereAllIsAsItWas) {
          return published;
        }
        if (remembered != null || steps >= FIXES_PER_CHECKPOINT) {
          checkpoints.put(judgedUpTo, visits);
          steps = 0;
        }
      }
      visits = VisitRules.step(plan, visits, fix);
      for (; nextFact < facts.size() && isDue(facts.get(nextFact), time); nextFact++) {
        visits = facts.get(nextFact).in(plan, visits);
      }
      judgedUpTo = time;
      steps++;
    }
    boolean endsAtCheckpoint = checkpoints.containsKey(judgedUpTo);
    if (endsAtCheckpoint) {
      checkpoints.put(judgedUpTo, visits);
    }
    fixesSinceCheckpoint = endsAtCheckpoint ? 0 : steps;
    return published.with(visits);
  }

  /** What each of the {@code latest} fixes did, as the trip is judged now. */
  List<Explanation> explain(Progress published, Track track, int latest) {
    List<Fix> wanted = track.latest(latest);
    if (wanted.isEmpty()) {
      return List.of();
    }
    long firstWanted = wanted.get(0).time().toEpochMilli();
    TripPlan plan = published.plan();
    List<Fact> facts = Fact.of(published.visits());
    Map.Entry<Long, Visits> start = checkpoints.lowerEntry(firstWanted);
    Visits visits = start == null ? Visits.none(plan) : start.getValue();
    long judgedUpTo = start == null ? Long.MIN_VALUE : start.getKey();
    Track.Cursor cursor =
        start == null ? track.fromStart() : track.from(Instant.ofEpochMilli(judgedUpTo));
    int nextFact = firstFactAfter(judgedUpTo, facts);

    List<Explanation> explanations = new ArrayList<>();
    for (Fix fix = cursor.next(); fix != null; fix = cursor.next()) {
      long time = fix.time().toEpochMilli();
      Visits after = VisitRules.step(plan, visits, fix);
      for (; nextFact < facts.size() && isDue(facts.get(nextFact), time); nextFact++) {
        after = facts.get(nextFact).in(plan, after);
      }
      explanations.add(Explanation.kept(published.with(visits), fix, published.with(after)));
      visits = after;
    }
    return explanations.subList(explanations.size() - wanted.size(), explanations.size());
  }

  private static int firstFactAfter(long judgedUpTo, List<Fact> facts) {
    int i = 0;
    while (i < facts.size() && isDue(facts.get(i), judgedUpTo)) {
      i++;
    }
    return i;
  }

  private static boolean isDue(Fact fact, long time) {
    return fact.knownAt().toEpochMilli() <= time;
  }
}
