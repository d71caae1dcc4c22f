package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {
  private static final long SPAN = 1000;

  /** Every step adds, takes back an earlier amount, or only lets time pass. */
  @Property
  void equalsTheSumOfWhatIsYoungerThanTheWindow(
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 400) Long> steps) {
    SlidingWindow window = new SlidingWindow(SPAN);
    List<long[]> history = new ArrayList<>();
    long now = 0;
    for (long step : steps) {
      now += step / 4;
      boolean takeBack = step % 4 == 3 && !history.isEmpty();
      if (takeBack) {
        long[] earlier = history.remove((int) (step % history.size()));
        window.remove(earlier[0], earlier[1]);
      } else if (step % 4 != 2) {
        history.add(new long[] {now, step + 1});
        window.add(now, step + 1);
      }
      long moment = now;
      long expected = history.stream().filter(e -> e[0] > moment - SPAN).mapToLong(e -> e[1]).sum();
      assertThat(window.sum(now)).isEqualTo(expected);
    }
  }

  @Test
  void moneyLeavesExactlyWhenTheWindowHasPassed() {
    SlidingWindow window = new SlidingWindow(SPAN);
    window.add(5, 7);
    window.add(5, 1);
    window.add(6, 2);
    assertThat(window.freesAt(8)).isEqualTo(1005);
    assertThat(window.freesAt(9)).isEqualTo(1006);
    assertThat(window.freesAt(11)).isEqualTo(-1);
    assertThat(window.sum(1004)).isEqualTo(10);
    assertThat(window.sum(1005)).isEqualTo(2);
    assertThat(window.sum(1006)).isZero();
  }

  @Test
  void tenThousandCallsASecondAreExactForTwoMinutesOfWindow() {
    int span = 120_000;
    SlidingWindow window = new SlidingWindow(span);
    for (long call = 0; call < 3_000_000; call++) window.add(call / 10, 1);
    // The last 120,000 milliseconds hold ten calls each.
    assertThat(window.sum(299_999)).isEqualTo(10L * span);
    assertThat(window.sum(300_000)).isEqualTo(10L * span - 10);
  }

  @Test
  void tenThousandCallsASecondOverAnHourStayBoundedAndNeverCountTooLittle() {
    long span = 3_600_000;
    SlidingWindow window = new SlidingWindow(span);
    Deque<Long> everyMillisecond = new ArrayDeque<>();
    Random random = new Random(42);
    long exact = 0;
    for (long now = 0; now < 2 * span; now++) {
      long amount = 10 + random.nextInt(5);
      window.add(now, amount);
      everyMillisecond.add(amount);
      exact += amount;
      if (everyMillisecond.size() > span) exact -= everyMillisecond.poll();
      if (now % 9973 == 0) {
        long lateFrees = 55 * 14;
        assertThat(window.sum(now)).isBetween(exact, exact + lateFrees);
      }
    }
    assertThat(window.capacity()).isEqualTo(SlidingWindow.MAX_SLOTS);
  }

  @Test
  void takesBackMergedMoneyButNotMoneyThatHasLeft() {
    long span = 3_600_000;
    SlidingWindow window = new SlidingWindow(span);
    for (long now = 0; now < 400_000; now++) window.add(now, 1);
    long before = window.sum(400_000);
    window.remove(200_000, 1);
    assertThat(window.sum(400_000)).isEqualTo(before - 1);
    long later = span + 300_000;
    long left = window.sum(later);
    window.remove(100, 1);
    assertThat(window.sum(later)).isEqualTo(left);
  }
}
