package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
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
  void aReadThatHasToSaveMoreIsNotMadeEarlierNorMoreOften(
      @ForAll("outlooks") Outlook outlook,
      @ForAll @DoubleRange(min = 1, max = 5_000) double price) {
    ReadSchedule cheap = ReadSchedule.best(outlook, price);
    ReadSchedule expensive = ReadSchedule.best(outlook, price * 3);

    assertThat(expensive.reads()).isLessThanOrEqualTo(cheap.reads() + 1e-6);
    assertThat(expensive.delay()).isGreaterThanOrEqualTo(cheap.delay() - 1e-6);
  }

  /** What is expected and what is spent add up to less than those of any one pair of reads. */
  @Property
  void theBestScheduleIsNotWorseThanReadingOnceAtTheEnd(
      @ForAll("outlooks") Outlook outlook,
      @ForAll @DoubleRange(min = 1, max = 5_000) double price) {
    ReadSchedule best = ReadSchedule.best(outlook, price);
    ReadSchedule once = ReadSchedule.best(outlook, 1e7);

    assertThat(best.delay() + price * best.reads())
        .isLessThanOrEqualTo(once.delay() + price * once.reads() + 1e-3);
    assertThat(best.next()).isPositive().isLessThanOrEqualTo(4 * 24 * 60 + 1e-9);
  }

  /** A read that shows that nothing has happened takes away what could have happened by then. */
  @Property
  void aStageThatLastsEndsLaterThanOneOfWhichNothingIsKnown(
      @ForAll("outlooks") Outlook outlook, @ForAll @DoubleRange(min = 1, max = 2_000) double at) {
    Stage stage = outlook.stages().get(0);
    Stage lasts = stage.readAt(at);

    double sum = 0;
    for (Stage.Way way : lasts.ways()) sum += way.weight();
    assertThat(sum).isLessThanOrEqualTo(1 + 1e-6);
    assertThat(lasts.by(0)).isZero();
    double before = 0;
    for (double minutes = 0; minutes < 5_000; minutes += 100) {
      double by = lasts.by(minutes);
      assertThat(by).isBetween(before - 1e-9, 1 + 1e-6);
      before = by;
    }
  }

  /** Eleven hours at the wheel are a day's work: who has driven for ten rests before five more. */
  @Example
  void aDriverWhoIsLongOnDutyRestsOnTheWay() {
    assertThat(new Drive(120, 2).rests()).isLessThan(0.01);
    assertThat(new Drive(300, 10).rests()).isGreaterThan(0.95);
    double arrived = 0;
    for (Stage.Way way : new Drive(300, 10).ways(0)) {
      arrived += way.weight() * way.end().by(420);
    }
    assertThat(arrived).as("five hours on the road, and a night's rest").isLessThan(0.2);
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
    return stages().list().ofMinSize(1).ofMaxSize(5).map(Outlook::new);
  }

  /** With one to three ways to end, of which readings tell or do not. */
  private Arbitrary<Stage> stages() {
    return Combinators.combine(
            expected().list().ofMinSize(1).ofMaxSize(3),
            Arbitraries.of(5.0, 30.0, Double.POSITIVE_INFINITY),
            Arbitraries.of(0.0, 0.055, 0.3),
            Arbitraries.of(0.0, 0.1, 2.1))
        .as(
            (ends, scale, share, moves) -> {
              List<Stage.Way> ways = new ArrayList<>();
              ends.forEach(end -> ways.add(new Stage.Way(1.0 / ends.size(), end)));
              return new Stage(ways, scale, share, moves);
            });
  }
}
