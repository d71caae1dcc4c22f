package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class RuleProperties {
  @Property
  void chancesStartAtZeroAndGrowToOne(@ForAll("expected") Expected news) {
    assertThat(news.by(0)).isZero();
    double before = 0;
    for (double minutes = 0; minutes < 10_000; minutes += 50) {
      double by = news.by(minutes);
      assertThat(by).isBetween(before, 1.0);
      before = by;
    }
    assertThat(news.by(news.surelyBy())).isGreaterThan(0.9);
    // Nothing is expected within less than a minute, and long overdue is as good as sure.
    boolean isOverdue = news.medianFromNow() <= 1 || news.median() < -25 * news.late();
    if (!isOverdue) assertThat(news.by(news.medianFromNow())).isCloseTo(0.5, within(0.1));
  }

  @Property
  void aDearerReadIsNotMadeEarlierNorMoreOften(
      @ForAll("outlooks") Outlook outlook,
      @ForAll @DoubleRange(min = 1, max = 5_000) double price) {
    ReadSchedule cheap = ReadSchedule.best(outlook, 1, price);
    ReadSchedule dear = ReadSchedule.best(outlook, 1, price * 3);

    assertThat(dear.reads()).isLessThanOrEqualTo(cheap.reads() + 1e-6);
    assertThat(dear.delay()).isGreaterThanOrEqualTo(cheap.delay() - 1e-6);
  }

  @Property
  void twiceTheWorthIsHalfThePrice(
      @ForAll("outlooks") Outlook outlook,
      @ForAll @DoubleRange(min = 1, max = 5_000) double price) {
    ReadSchedule preferred = ReadSchedule.best(outlook, 2, price);
    ReadSchedule cheaper = ReadSchedule.best(outlook, 1, price / 2);

    assertThat(preferred.next()).isEqualTo(cheaper.next());
  }

  /** What is expected and what is spent add up to less than those of any one pair of reads. */
  @Property
  void theBestScheduleIsNotWorseThanReadingOnceAtTheEnd(
      @ForAll("outlooks") Outlook outlook,
      @ForAll @DoubleRange(min = 1, max = 5_000) double price) {
    ReadSchedule best = ReadSchedule.best(outlook, 1, price);
    ReadSchedule once = ReadSchedule.best(outlook, 1, 1e12);

    assertThat(best.delay() + price * best.reads())
        .isLessThanOrEqualTo(once.delay() + price * once.reads() + 1e-3);
    assertThat(best.next()).isPositive().isLessThanOrEqualTo(outlook.horizon() + 1e-9);
  }

  @Property
  void aReadCostsMoreTheMoreWasSpent(
      @ForAll @DoubleRange(min = -500, max = 500) double level,
      @ForAll @DoubleRange(min = 0.1, max = 100) double spent) {
    Pace pace = new Pace(0, 0, 500, 1440).spent(-level);

    assertThat(pace.spent(spent).minutesPerRead()).isGreaterThanOrEqualTo(pace.minutesPerRead());
    assertThat(pace.at(60).minutesPerRead()).isLessThanOrEqualTo(pace.minutesPerRead());
    assertThat(pace.startingAt(77).minutesPerRead()).isCloseTo(77, within(0.001));
  }

  /** However long nothing could be spent, or too much was, the next days find the way back. */
  @Property
  void whatIsLongPastIsForgotten(@ForAll @DoubleRange(min = 0, max = 1e7) double idleMinutes) {
    double most = new Pace(0, 0, 500, 1440).at(1e9).level();

    assertThat(new Pace(0, 0, 500, 1440).at(idleMinutes).level()).isLessThanOrEqualTo(most);
    assertThat(most).isLessThan(500);
  }

  @Provide
  Arbitrary<Expected> expected() {
    return Combinators.combine(
            Arbitraries.doubles().between(-2_000, 4_000),
            Arbitraries.doubles().between(1, 400),
            Arbitraries.doubles().between(1, 400))
        .as(Expected::new);
  }

  @Provide
  Arbitrary<Outlook> outlooks() {
    return Combinators.combine(
            expected(),
            Arbitraries.doubles().between(10, 900).list().ofMinSize(0).ofMaxSize(4),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(
            (first, later, waits, estimated) -> {
              List<Expected> news = new ArrayList<>(List.of(first));
              for (double minutes : later) {
                news.add(news.get(news.size() - 1).then(minutes, 20, 40));
              }
              return new Outlook(news, waits, estimated, 0.5, Outlook.Constants.FOUND);
            });
  }
}
