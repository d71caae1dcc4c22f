package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.Loads.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.Loads.after;
import static io.freightsdk.server.domain.trip.Loads.fix;
import static io.freightsdk.server.domain.trip.Loads.minute;
import static io.freightsdk.server.domain.trip.Loads.plan;
import static io.freightsdk.server.domain.trip.Loads.sharp;
import static io.freightsdk.server.domain.trip.Loads.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Fix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** That late fixes cost little, because states in between are remembered, and remembered truly. */
class ReplayTest {
  private final Replay replay = new Replay();
  private final Track track = new Track();
  private Progress progress = Progress.of(plan(ON_ARRIVAL, 1, 1));

  private void inOrder(int from, int count) {
    for (int i = from; i < from + count; i++) see(sharp(i, after(1)));
  }

  private void see(Fix fix) {
    Fix last = track.last();
    boolean late = last != null && fix.time().isBefore(last.time());
    Fix kept = track.add(fix);
    progress = late ? replay.rejudge(progress, track, kept) : replay.follow(progress, kept);
  }

  /** How many fixes lie between one remembered state and the next, and after the last. */
  private List<Integer> gaps() {
    List<Long> times = new ArrayList<>(new TreeMap<>(replay.remembered()).keySet());
    List<Integer> gaps = new ArrayList<>();
    int gap = 0;
    int next = 0;
    for (Fix fix : track.latest(track.size())) {
      boolean isAfter = next < times.size() && fix.time().toEpochMilli() > times.get(next);
      if (isAfter) {
        gaps.add(gap);
        gap = 0;
        next++;
      }
      gap++;
    }
    gaps.add(gap);
    return gaps;
  }

  private void assertRememberedIsTrue() {
    for (Map.Entry<Long, Visits> state : replay.remembered().entrySet()) {
      Progress judged = Progress.of(progress.plan());
      for (Fix fix : track.latest(track.size())) {
        if (fix.time().toEpochMilli() <= state.getKey()) judged = judged.advance(fix);
      }
      assertThat(state.getValue()).isEqualTo(judged.visits());
    }
  }

  @Test
  void everySixtyFourthFixIsRemembered() {
    inOrder(0, 63);
    assertThat(replay.remembered()).isEmpty();
    inOrder(63, 578);
    assertThat(gaps()).containsOnly(64, 1).hasSize(11);
    assertRememberedIsTrue();
  }

  @Test
  void aSecondFixOfARememberedInstantIsPartOfIt() {
    inOrder(0, 63);
    see(fix(63, stopAt(1), null));
    see(new Fix(minute(63), Loads.offStop(1, 50), null, null, null));
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
    assertThat(replay.remembered()).hasSize(1);
    assertRememberedIsTrue();
    inOrder(64, 63);
    assertThat(replay.remembered()).hasSize(1);
    inOrder(127, 1);
    assertThat(replay.remembered()).hasSize(2);
  }

  @Test
  void aLateFixThatChangesHistoryChangesWhatIsRemembered() {
    inOrder(0, 320);
    see(sharp(30.5, stopAt(1)));
    assertThat(progress.stops().get(0).departedAt()).isEqualTo(minute(31));
    assertThat(gaps()).containsExactly(65, 64, 64, 64, 64);
    assertRememberedIsTrue();
    inOrder(320, 64);
    assertThat(gaps()).containsExactly(65, 64, 64, 64, 64, 64);
  }

  @Test
  void aLateFixThatChangesNothingLeavesTheRestAsItIs() {
    inOrder(0, 100);
    Progress before = progress;
    see(sharp(30.5, after(1)));
    assertThat(progress).isSameAs(before);
    see(sharp(80.5, after(1)));
    // The next state is remembered 64 fixes after the last one, late fixes included.
    inOrder(100, 26);
    assertThat(replay.remembered()).hasSize(1);
    inOrder(126, 1);
    assertThat(gaps()).containsExactly(65, 64);
    assertThat(replay.remembered()).hasSize(2);
  }

  @Test
  void aGapThatLateFixesWidenIsDivided() {
    inOrder(0, 192);
    // In the middle of the first gap, of the last one before the end, and after it.
    inOrder(192, 10);
    for (int i = 1; i <= 400; i++) {
      for (int gap : new int[] {30, 150, 195}) {
        see(sharp(gap + i / 1_000.0, after(1)));
        assertThat(gaps()).allMatch(width -> width < 128);
      }
    }
    assertThat(gaps()).allMatch(width -> width >= 64 || width == gaps().get(gaps().size() - 1));
    assertRememberedIsTrue();
  }

  @Test
  void aGapIsDividedAlsoByAFixThatChangesHistory() {
    inOrder(0, 320);
    for (int i = 1; i < 64; i++) see(sharp(30 + i / 1_000.0, after(1)));
    assertThat(gaps()).containsExactly(127, 64, 64, 64, 64);
    see(sharp(30.5, stopAt(1)));
    assertThat(progress.stops().get(0).departedAt()).isEqualTo(minute(31));
    assertThat(gaps()).containsExactly(64, 64, 64, 64, 64, 64);
    assertRememberedIsTrue();
  }

  @Test
  void aCopyRemembersItsOwn() {
    inOrder(0, 200);
    Replay copy = replay.copy();
    Map<Long, Visits> before = Map.copyOf(copy.remembered());
    see(sharp(30.5, stopAt(1)));
    assertThat(replay.remembered()).isNotEqualTo(before);
    assertThat(copy.remembered()).isEqualTo(before);
  }
}
