package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.internal.fleet.Stage.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * When a load is read, for what is expected of it and what a read has to save: the next read after
 * so many minutes, reads in all, and minutes that news waits. The figures were found by a search;
 * who changes one measures the fleet again and writes the new figures here.
 */
class ReadScheduleTest {
  private static final Stage ARRIVAL =
      new Stage(List.of(new Way(1, new Expected(300, 20, 30))), 5, 0.055, 0.1);
  private static final Stage DEPARTURE = Stage.opaque(new Expected(75, 18, 28), 2.1);
  private static final Stage REST =
      new Stage(
          List.of(new Way(0.4, new Expected(200, 15, 20)), new Way(0.6, new Expected(835, 30, 30))),
          5,
          0.055,
          0);

  private static final Outlook ONE = new Outlook(List.of(ARRIVAL));
  private static final Outlook SHORT =
      new Outlook(List.of(Stage.opaque(new Expected(1, 0.1, 0.1), 0)));
  private static final Outlook TRIP = new Outlook(List.of(ARRIVAL, DEPARTURE, REST));
  private static final Outlook LONG =
      new Outlook(List.of(Stage.opaque(new Expected(9000, 500, 500), 0), ARRIVAL));

  @Test
  void whenToReadForWhatAReadHasToSave() {
    List<String> rows = new ArrayList<>();
    for (Outlook outlook : List.of(ONE, SHORT, TRIP, LONG)) {
      for (double price : new double[] {1, 30, 360, 5000}) {
        rows.add(told(ReadSchedule.best(outlook, price)));
      }
    }
    rows.add(told(ReadSchedule.best(new Outlook(List.of()), 360)));

    assertThat(String.join("\n", rows))
        .isEqualTo(
            """
            in 69.98, 5.778 reads, 15.33 late
            in 303.16, 1.596 reads, 35.87 late
            in 363.43, 1.112 reads, 80.36 late
            in 450.00, 1.000 reads, 169.99 late
            in 1.36, 1.027 reads, 0.36 late
            in 2.15, 1.000 reads, 1.13 late
            in 2.15, 1.000 reads, 1.13 late
            in 2.15, 1.000 reads, 1.13 late
            in 69.98, 18.633 reads, 43.16 late
            in 322.80, 4.727 reads, 133.14 late
            in 450.00, 2.835 reads, 322.00 late
            in 1347.02, 1.663 reads, 2541.06 late
            in 5760.00, 4.750 reads, 157.36 late
            in 5760.00, 2.176 reads, 176.54 late
            in 5760.00, 2.040 reads, 194.65 late
            in 5760.00, 2.001 reads, 236.53 late
            in 5760.00, 0.000 reads, 0.00 late""");
  }

  @Test
  void whatABudgetBuys() {
    List<Outlook> loads = List.of(TRIP, ONE, new Outlook(List.of()));

    assertThat(
            String.join(
                "\n",
                told(Forecast.at(100, loads, 3)),
                told(Forecast.at(100, loads, 300)),
                told(Forecast.of(0.01, loads, 3)),
                told(Forecast.of(1000, loads, 3)),
                told(Forecast.of(0, loads, 3)),
                told(Forecast.of(1, List.of(), 0))))
        .isEqualTo(
            """
            100.0 a read, 0.0068 reads a minute
            100.0 a read, 0.6788 reads a minute
            26.5 a read, 0.0099 reads a minute
            1.0 a read, 0.0346 reads a minute
            43200.0 a read, 0.0047 reads a minute
            1.0 a read, 0.0000 reads a minute""");
  }

  @Test
  void whatAReadHasToSaveWhileABudgetLasts() {
    Pace usual = new Pace(0, 0, 140, 1440);

    assertThat(usual.minutesPerRead()).isEqualTo(360);
    assertThat(usual.spent(10).minutesPerRead()).isCloseTo(360 * Math.E, within(1e-6));
    assertThat(usual.spent(-10).minutesPerRead()).isCloseTo(360 / Math.E, within(1e-6));
    assertThat(usual.at(144).level()).isCloseTo(14, within(1e-9));
    assertThat(usual.at(-1)).isEqualTo(usual);
    assertThat(usual.spent(1e6).minutesPerRead()).isCloseTo(30 * 24 * 60, within(1e-6));
    assertThat(usual.at(1e9).minutesPerRead()).isCloseTo(1, within(1e-6));
    assertThat(usual.startingAt(36).level()).isCloseTo(Math.log(10) * 10, within(1e-9));
    assertThat(usual.spent(10).with(280)).isEqualTo(new Pace(-20, 0, 280, 1440));
    assertThat(usual.longestAffordable(70)).isEqualTo(1440);
  }

  private static String told(ReadSchedule schedule) {
    return String.format(
        Locale.ROOT,
        "in %.2f, %.3f reads, %.2f late",
        schedule.next(),
        schedule.reads(),
        schedule.delay());
  }

  private static String told(Forecast forecast) {
    return String.format(
        Locale.ROOT,
        "%.1f a read, %.4f reads a minute",
        forecast.minutesPerRead(),
        forecast.readsPerMinute());
  }
}
