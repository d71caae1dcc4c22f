package io.freightsdk.server.domain.trip;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a trip again from the time of a late fix. Every 64 fixes the state of the stops is
 * saved, so a late fix that changes nothing costs at most about 64 steps; one that changes the
 * history costs a step for each fix after it, which is short for one far from every open stop.
 */
final class Replay {
  private static final int FIXES_PER_CHECKPOINT = 64;

  /** Key: epoch milliseconds. Value: the stops after every fix up to and including that instant. */
  private NavigableMap<Long, Visits> checkpoints;

  private int fixesSinceCheckpoint;

  Replay() {
    this(Collections.emptyNavigableMap(), 0);
  }

  private Replay(NavigableMap<Long, Visits> checkpoints, int fixesSinceCheckpoint) {
    this.checkpoints = checkpoints;
    this.fixesSinceCheckpoint = fixesSinceCheckpoint;
  }

  Replay copy() {
    return new Replay(
        checkpoints.isEmpty() ? checkpoints : new TreeMap<>(checkpoints), fixesSinceCheckpoint);
  }

  /** What is remembered, by epoch millisecond; for tests of how far apart it is, and how true. */
  Map<Long, Visits> remembered() {
    return Collections.unmodifiableMap(checkpoints);
  }

  /** Creates the map at the first checkpoint, because short tracks have none. */
  private void remember(long time, Visits visits) {
    if (checkpoints.isEmpty()) checkpoints = new TreeMap<>();
    checkpoints.put(time, visits);
  }

  /** One step, for a fix that is not earlier than any before it. */
  Progress follow(Progress progress, Fix fix) {
    Progress next = progress.advance(fix);
    long time = fix.time().toEpochMilli();
    fixesSinceCheckpoint++;
    boolean sameInstantAsCheckpoint = checkpoints.containsKey(time);
    if (fixesSinceCheckpoint >= FIXES_PER_CHECKPOINT || sameInstantAsCheckpoint) {
      remember(time, next.visits());
      fixesSinceCheckpoint = 0;
    }
    return next;
  }

  /**
   * The state of the load once {@code late}, which is already in the track, has been evaluated at
   * its own time.
   */
  Progress rejudge(Progress published, Track track, Fix late) {
    if (published.status() == Status.CANCELLED) return published;
    Walk walk = new Walk(published, track, late.time());
    Map.Entry<Long, Visits> halfway = null;
    // Not looked up one by one: a late arrival passes thousands.
    Iterator<Map.Entry<Long, Visits>> later = checkpointsAfter(walk.judgedUpTo);
    Map.Entry<Long, Visits> checkpoint = next(later);
    int steps = 0;
    while (walk.hasNext()) {
      boolean instantIsComplete = walk.nextTime() > walk.judgedUpTo;
      if (instantIsComplete && steps > 0) {
        if (checkpoint != null && checkpoint.getKey() == walk.judgedUpTo) {
          boolean fromHereAllIsAsItWas = walk.visits.equals(checkpoint.getValue());
          checkpoint.setValue(walk.visits);
          if (fillGap(halfway, steps)) later = checkpointsAfter(walk.judgedUpTo);
          if (fromHereAllIsAsItWas) return published;
          checkpoint = next(later);
          halfway = null;
          steps = 0;
        } else if (halfway == null && steps >= FIXES_PER_CHECKPOINT) {
          halfway = Map.entry(walk.judgedUpTo, walk.visits);
        }
      }
      if (walk.nextChangesNothing()) walk.skip();
      else walk.judge();
      steps++;
    }
    fillGap(halfway, steps);
    boolean endsAtCheckpoint = checkpoints.containsKey(walk.judgedUpTo);
    if (endsAtCheckpoint) {
      remember(walk.judgedUpTo, walk.visits);
    }
    fixesSinceCheckpoint = endsAtCheckpoint ? 0 : steps;
    return published.with(walk.visits);
  }

  private Iterator<Map.Entry<Long, Visits>> checkpointsAfter(long time) {
    return checkpoints.tailMap(time, false).entrySet().iterator();
  }

  private static Map.@Nullable Entry<Long, Visits> next(
      Iterator<Map.Entry<Long, Visits>> checkpoints) {
    return checkpoints.hasNext() ? checkpoints.next() : null;
  }

  /**
   * Late fixes widen the gap between two checkpoints; a gap of twice the normal width gets another
   * checkpoint in its middle. Returns whether it did.
   */
  private boolean fillGap(Map.@Nullable Entry<Long, Visits> halfway, int width) {
    if (halfway == null || width < 2 * FIXES_PER_CHECKPOINT) return false;
    remember(halfway.getKey(), halfway.getValue());
    return true;
  }

  /** What each of the {@code latest} fixes did, by the present state of the trip. */
  List<FixExplanation> explain(Progress published, Track track, int latest) {
    List<Fix> wanted = track.latest(latest);
    if (wanted.isEmpty()) return List.of();
    List<FixExplanation> explanations = new ArrayList<>();
    Walk walk = new Walk(published, track, wanted.get(0).time());
    while (walk.hasNext()) {
      Progress before = published.with(walk.visits);
      Fix fix = walk.judge();
      explanations.add(Explanations.kept(before, fix, published.with(walk.visits)));
    }
    return explanations.subList(explanations.size() - wanted.size(), explanations.size());
  }

  /**
   * Evaluates fixes one after another from the checkpoint before an instant; published facts stay.
   */
  private final class Walk {
    private final TripPlan plan;
    private final Published published;
    private final @Nullable List<StopVisit> untilCancelled;
    private final Track.Cursor cursor;
    private Visits visits;
    private long judgedUpTo;

    /** Null when any fix may change the visits. */
    private @Nullable List<Fence> fencesThatMatter;

    Walk(Progress shown, Track track, Instant from) {
      plan = shown.plan();
      published = Published.of(shown.visits());
      untilCancelled = shown.status() == Status.CANCELLED ? shown.stops() : null;
      Map.Entry<Long, Visits> start = checkpoints.lowerEntry(from.toEpochMilli());
      visits = start == null ? Visits.none(plan) : start.getValue();
      judgedUpTo = start == null ? Long.MIN_VALUE : start.getKey();
      cursor = start == null ? track.fromStart() : track.from(Instant.ofEpochMilli(judgedUpTo));
      fencesThatMatter = fencesThatMatter();
    }

    private @Nullable List<Fence> fencesThatMatter() {
      return published.addsNothingTo(visits) ? VisitRules.fencesThatMatter(plan, visits) : null;
    }

    boolean hasNext() {
      return cursor.hasNext();
    }

    long nextTime() {
      return cursor.time();
    }

    /** Whether the next fix is far from every fence that matters; most fixes of a track are. */
    boolean nextChangesNothing() {
      if (fencesThatMatter == null) return false;
      for (int i = 0; i < fencesThatMatter.size(); i++) {
        if (!fencesThatMatter.get(i).isLeftBehind(cursor.lat(), cursor.lng())) return false;
      }
      return true;
    }

    void skip() {
      judgedUpTo = cursor.time();
      cursor.skip();
    }

    // Compared by identity: a fix that changes nothing returns the same object.
    @SuppressWarnings("ReferenceEquality")
    Fix judge() {
      Fix fix = requireNonNull(cursor.next());
      judgedUpTo = fix.time().toEpochMilli();
      Visits before = visits;
      Visits next = published.in(plan, VisitRules.step(plan, visits, fix, published), judgedUpTo);
      // A fix that came after the cancellation has changed no stop.
      boolean cameTooLate =
          visits.stops().equals(untilCancelled) && !next.stops().equals(untilCancelled);
      visits = cameTooLate ? visits : next;
      if (visits != before) fencesThatMatter = fencesThatMatter();
      return fix;
    }
  }
}
