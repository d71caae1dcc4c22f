package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.Interval.Known;
import io.freightsdk.internal.spend.Interval.Unknown;
import io.freightsdk.internal.spend.Interval.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a balance says, as a table: an opening of 1000, and amounts in cents. */
class IntervalTest {
  @ParameterizedTest(name = "{0}: {1} taken of {2} to {3}, unknown {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          agrees                          |  65 |  65 |  65 |          |      |      |   0 | ''
          a lost creation was taken       |  65 |   0 |  65 | 65       |      | 0    |   0 | ''
          a lost creation was not taken   |   0 |   0 |  65 | 65       | 0    |      |   0 | ''
          beside reads on their way       |  69 |   2 |  73 | 65       |      | 0    |   0 | ''
          beside many reads on their way  |  68 |   2 | 133 | 65       |      |      |   0 | ''
          free beside reads               |   4 |   2 |  73 | 65       | 0    |      |   0 | ''
          one of two alike                |  65 |   0 | 130 | 65 65    |      |      |   0 | ''
          none of two alike               |   0 |   0 | 130 | 65 65    | 0 1  |      |   0 | ''
          both of two alike               | 130 |   0 | 130 | 65 65    |      | 0 1  |   0 | ''
          the dear one and not the cheap  |  65 |   0 |  67 | 65 2     | 1    | 0    |   0 | ''
          the cheap one and not the dear  |   2 |   0 |  67 | 65 2     | 0    | 1    |   0 | ''
          one read of two, creation not   |   2 |   0 |  69 | 65 2 2   | 0    |      |   0 | ''
          one read of two, and creation   |  67 |   0 |  69 | 65 2 2   |      | 0    |   0 | ''
          either, and the dear one is it  |   1 |   0 |  67 | 2 65     | 1    |      |   0 | ''
          nothing fits                    |  30 |   0 |  65 | 65       |      |      |   0 | ''
          more than may have been taken   | 100 |   0 |  65 | 65       |      |      | -35 | the balance lies outside
          less than was surely taken      |  40 |  65 | 130 | 65       |      |      |  25 | the balance lies outside
          money came                      | -50 |   0 |  65 | 65       |      |      |  50 | the balance lies outside
          """)
  void whatWasTakenSettlesWhatItCan(
      String what,
      long taken,
      long least,
      long most,
      String unknown,
      String free,
      String charged,
      long unexplained,
      String because) {
    Verdict verdict = Interval.judge(known(taken, least, most, unknown, true, true, false));
    assertThat(verdict.free()).as("free").containsExactlyInAnyOrderElementsOf(ids(free));
    assertThat(verdict.charged()).as("charged").containsExactlyInAnyOrderElementsOf(ids(charged));
    assertThat(verdict.unexplained()).isEqualTo(unexplained);
    assertThat(verdict.openAnewBecause()).isEqualTo(because);
    long rest = verdict.most() - verdict.least();
    long settled = 0;
    for (long id : verdict.free()) settled += prices(unknown).get((int) id);
    for (long id : verdict.charged()) settled += prices(unknown).get((int) id);
    assertThat(rest).isEqualTo(most - least - settled);
  }

  private static Known known(
      long taken,
      long least,
      long most,
      String unknown,
      boolean isOpened,
      boolean isPriced,
      boolean isNewDay) {
    List<Unknown> entries = new ArrayList<>();
    for (long price : prices(unknown)) entries.add(new Unknown(entries.size(), price, price));
    return new Known(1000, 1000 - taken, least, most, entries, isOpened, isPriced, isNewDay);
  }

  private static List<Long> prices(String text) {
    return text == null ? List.of() : List.of(text.split(" ")).stream().map(Long::valueOf).toList();
  }

  private static List<Long> ids(String text) {
    return prices(text);
  }

  @Test
  void theFirstComparisonKnowsNothing() {
    Verdict verdict = Interval.judge(known(0, 0, 0, null, false, true, true));
    assertThat(verdict.openAnewBecause()).isEqualTo("it is the first comparison");
    assertThat(verdict.unexplained()).isZero();
  }

  @Test
  void aPriceThatHasChangedSettlesNothing() {
    Verdict verdict = Interval.judge(known(65, 0, 65, "65", true, false, true));
    assertThat(verdict.openAnewBecause()).isEqualTo("a price that was used has changed");
    assertThat(verdict.charged()).isEmpty();
    Verdict outside = Interval.judge(known(66, 0, 65, "65", true, false, true));
    assertThat(outside.unexplained()).isEqualTo(-1);
  }

  @Test
  void aNewDaySettlesFirst() {
    Verdict verdict = Interval.judge(known(65, 0, 65, "65", true, true, true));
    assertThat(verdict.charged()).containsExactly(0L);
    assertThat(verdict.openAnewBecause()).isEqualTo("it is the first comparison of the day");
  }

  /** Charged at either of two prices: only what neither explains is settled. */
  @Test
  void anEntryOfTwoPricesIsSettledByTheOneThatIsSure() {
    List<Unknown> one = List.of(new Unknown(7, 65, 80));
    for (long taken : new long[] {0, 64}) {
      Verdict verdict = Interval.judge(new Known(0, -taken, 0, 145, one, true, true, false));
      assertThat(verdict.free()).as("taken %d", taken).containsExactly(7L);
    }
    for (long taken : new long[] {66, 145}) {
      Verdict verdict = Interval.judge(new Known(0, -taken, 0, 145, one, true, true, false));
      assertThat(verdict.charged()).as("taken %d", taken).containsExactly(7L);
    }
    Verdict between = Interval.judge(new Known(0, -65, 0, 145, one, true, true, false));
    assertThat(between.free()).isEmpty();
    assertThat(between.charged()).isEmpty();
  }

  /** No balance is wrong about what really happened, whatever is on its way. */
  @Test
  void aTruthIsNeverSettledAsSomethingElse() {
    long[] prices = {65, 65, 2, 2, 7};
    for (int truth = 0; truth < 1 << prices.length; truth++) {
      for (int onItsWay = 0; onItsWay <= 14; onItsWay += 2) {
        for (int taken = 0; taken <= onItsWay; taken += 2) {
          long all = taken;
          long most = onItsWay;
          List<Unknown> unknown = new ArrayList<>();
          for (int i = 0; i < prices.length; i++) {
            unknown.add(new Unknown(i, prices[i], prices[i]));
            most += prices[i];
            if ((truth & 1 << i) != 0) all += prices[i];
          }
          Verdict verdict = Interval.judge(new Known(0, -all, 0, most, unknown, true, true, false));
          for (long id : verdict.free()) assertThat(truth & 1 << id).isZero();
          for (long id : verdict.charged()) assertThat(truth & 1 << id).isNotZero();
          assertThat(verdict.unexplained()).isZero();
        }
      }
    }
  }
}
