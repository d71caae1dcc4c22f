package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.internal.fleet.Stage.Way;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What a fleet expects of a load, in minutes. {@code 88% 327-25+31} is a chance of 88 % of an end
 * after 327 minutes, with its scales before and after. Behind the bar: how exactly a reading tells
 * the end, for each minute that is left, and how often an hour the estimate moves. The weights were
 * found by a search; who changes one measures the fleet again and writes the new figures here.
 */
class OutlookTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  @Test
  void beforeTheFirstFix() {
    assertThat(
            table(
                row("no stops", load(0)),
                row("over", load(2).status(LoadStatus.CANCELLED)),
                row("no windows", load(2)),
                row("no windows, created 20 h ago", load(2).createdHoursAgo(20)),
                row("window in 5 h", load(2).window(1, 5)),
                row("windows in 5 h and 20 h", load(3).window(1, 5).window(2, 20)),
                row("windows in 5 h and 6 h", load(2).window(1, 5).window(2, 6)),
                row("window 2 h ago", load(2).window(1, -2)),
                row("window in 40 days", load(1).window(1, 40 * 24)),
                row("window 40 days ago", load(1).window(1, -40 * 24)),
                row("an estimate, but no fix", load(1).eta(100))))
        .isEqualTo(
            """
            no stops: 100% 1-0.1+0.1 | Infinity 0 0
              then 100% 720-180+360 | Infinity 0 0
            over: nothing
            no windows: 100% 720-180+360 | 8 0.3 0
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            no windows, created 20 h ago: 100% -480-180+840 | 8 0.3 0
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            window in 5 h: 100% 300-10+15 | 8 0.3 0
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            windows in 5 h and 20 h: 100% 300-10+15 | 8 0.3 0
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 824.14-101.43+101.43 | 5 0.055 0.1
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            windows in 5 h and 6 h: 100% 300-10+15 | 8 0.3 0
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 30-32.6+32.6 | 5 0.055 0.1
            window 2 h ago: 100% -120-10+63 | 8 0.3 0
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            window in 40 days: 100% 43200-10+15 | 8 0.3 0
            window 40 days ago: 100% -43200-10+17295 | 8 0.3 0
            an estimate, but no fix: 100% 720-180+360 | 8 0.3 0""");
  }

  @Test
  void onTheWayToTheFirstStop() {
    assertThat(
            table(
                row("a fix, and no estimate", load(1).window(1, 5).stands(0, 0)),
                row("in 100 minutes", load(1).stands(0, 0).eta(100)),
                row("overdue for 30 minutes", load(1).stands(0, 0).eta(-30)),
                row("in 100 minutes, only to the next stop", load(1).stands(0, 0).next(100)),
                row("in 40 days", load(1).stands(0, 0).eta(40 * 1440)),
                row("40 days overdue", load(1).stands(0, 0).eta(-40 * 1440)),
                row("stands for 10 minutes", load(1).stands(10, 0).eta(100)),
                row("stands for 11 minutes", load(1).stands(11, 0).eta(100)),
                row("stands for 2 hours", load(1).stands(120, 0).eta(100)),
                row("stands for 121 minutes", load(1).stands(121, 0).eta(100)),
                row("stands for 20 hours", load(1).stands(1200, 0).eta(100)),
                row("silent for 15 minutes", load(1).stands(0, 15).eta(100)),
                row("silent for 16 minutes", load(1).stands(0, 16).eta(100)),
                row("silent for 20 hours", load(1).stands(0, 1200).eta(100)),
                row("100 miles at 50 mph", load(1).stands(0, 0).eta(100).wheel(100, 50))))
        .isEqualTo(
            """
            a fix, and no estimate: 100% 300-10+15 | 8 0.3 0
            in 100 minutes: 100% 82-10.5+10.5 | 5 0.055 0.1
            overdue for 30 minutes: 100% -24.6-5+5 | 5 0.055 0.1
            in 100 minutes, only to the next stop: 100% 82-10.5+10.5 | 5 0.055 0
            in 40 days: 100% 35424-2381+2381 | 5 0.055 0.1
            40 days overdue: 100% -35424-5+5 | 5 0.055 0.1
            stands for 10 minutes: 100% 82-10.5+12.4 | 5 0.055 0.1
            stands for 11 minutes: 100% 82-10.5+12.59 | 5 0.055 1
            stands for 2 hours: 100% 82-10.5+33.3 | 5 0.055 1
            stands for 121 minutes: 100% 82-10.5+33.49 | 5 0.055 0.1
            stands for 20 hours: 100% 82-10.5+124.5 | 5 0.055 0.1
            silent for 15 minutes: 100% 82-10.5+14.4 | 5 0.055 0.1
            silent for 16 minutes: 100% 82-10.5+14.66 | 5 0.055 1
            silent for 20 hours: 100% 82-10.5+166.5 | 5 0.055 1
            100 miles at 50 mph: 100% 82-10.5+10.5 | 5 0.055 0.1""");
  }

  @Test
  void atAStop() {
    assertThat(
            table(
                row("for 20 minutes", load(2).reached(1, 20)),
                row("for 100 minutes", load(2).reached(1, 100)),
                row("with an estimate", load(2).reached(1, 20).stands(20, 0).eta(400)),
                row(
                    "and 300 miles at 50 mph",
                    load(2).reached(1, 20).stands(20, 0).eta(400).wheel(300, 50)),
                row("then a window in 6 h", load(2).reached(1, 20).window(2, 6)),
                row("then a window in 1 h", load(2).reached(1, 20).window(2, 1)),
                row("two more stops", load(3).reached(1, 20).wheel(300, 50)),
                row("the last one", load(2).reached(1, 600).left(1, 500).reached(2, 20)),
                row("left the last one", load(1).reached(1, 20).left(1, 5))))
        .isEqualTo(
            """
            for 20 minutes: 100% 55-18+28 | Infinity 0 0
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            for 100 minutes: 100% -25-18+38 | Infinity 0 0
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            with an estimate: 100% 55-18+28 | Infinity 0 2.1
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            and 300 miles at 50 mph: 100% 55-18+28 | Infinity 0 2.1
              then 85.3% 302.4-23.12+23.12, 2.7% 937.4-48.12+48.12, 12% 587.4-80+80 | 5 0.055 0.1
            then a window in 6 h: 100% 55-18+28 | Infinity 0 0
              then 100% 302.48-56.21+56.21 | 5 0.055 0.1
            then a window in 1 h: 100% 55-18+28 | Infinity 0 0
              then 100% 30-32.6+32.6 | 5 0.055 0.1
            two more stops: 100% 55-18+28 | Infinity 0 0
              then 85.3% 302.4-23.12+23.12, 2.7% 937.4-48.12+48.12, 12% 587.4-80+80 | 5 0.055 0.1
              then 100% 75-18+28 | Infinity 0 2.1
              then 100% 520-135.2+135.2 | 5 0.055 0.1
            the last one: 100% 55-18+28 | Infinity 0 0
            left the last one: 100% 75-37.5+75 | Infinity 0 0""");
  }

  @Test
  void onTheRoad() {
    assertThat(
            table(
                row("300 miles", road(2, 300)),
                row("600 miles", road(2, 600)),
                row("3000 miles", road(2, 3000)),
                row("9000 miles", road(2, 9000)),
                row("no miles", road(2, 0)),
                row("no speed", road(2, 300).wheel(300, 0)),
                row("negative miles", road(2, 300).wheel(-1, 50)),
                row("on duty for 13.5 h", road(13.5, 300)),
                row("on duty for 13.6 h", road(13.6, 300)),
                row("on duty for 24 h", road(24, 300)),
                row("silent for 30 minutes", road(2, 300).stands(0, 30)),
                row("stands for 8 minutes", road(2, 300).stands(8, 0)),
                row("stands for 9 minutes", road(2, 300).stands(9, 0)),
                row("stands, 5.5 h on duty", road(5.5, 300).stands(9, 0)),
                row("stands, 5.6 h on duty", road(5.6, 300).stands(9, 0)),
                row("stands, 11 h on duty", road(11, 300).stands(9, 0)),
                row("stands near the stop", road(8, 30).stands(9, 0)),
                row("stands 40 minutes before it", road(8, 40).wheel(40, 60).stands(9, 0)),
                row("stands for 50 minutes", road(8, 300).stands(50, 0)),
                row("stands for 51 minutes", road(8, 300).stands(51, 0)),
                row("rests near the stop", road(8, 30).stands(51, 0)),
                row("rests for 9 h", road(8, 300).stands(540, 0)),
                row("rests for 12 h", road(8, 300).stands(720, 0))))
        .isEqualTo(
            """
            300 miles: 75.5% 360-26+26, 12.5% 995-51+51, 12% 645-80+80 | 5 0.055 0.1
            600 miles: 87.8% 1355-69+69, 12.2% 1005-80+80 | 5 0.055 0.1
            3000 miles: 88% 5505-213+213, 12% 3885-80+80 | 5 0.055 0.1
            9000 miles: 88% 7665-321+321, 12% 6045-80+80 | 5 0.055 0.1
            no miles: 88% 0-8+8, 12% 285-80+80 | 5 0.055 0.1
            no speed: 100% 410-32.5+32.5 | 5 0.055 0.1
            negative miles: 100% 410-32.5+32.5 | 5 0.055 0.1
            on duty for 13.5 h: 61.3% 995-51+51, 26.7% 1630-51+51, 12% 645-80+80 | 5 0.055 0.1
            on duty for 13.6 h: 87.9% 360-26+26, 12.1% 645-80+80 | 5 0.055 0.1
            on duty for 24 h: 29.2% 360-26+26, 58.8% 995-51+51, 12% 645-80+80 | 5 0.055 0.1
            silent for 30 minutes: 75.5% 360-26+33.8, 12.5% 995-51+58.8, 12% 645-80+87.8 | 5 0.055 1
            stands for 8 minutes: 75.5% 360-26+26, 12.5% 995-51+51, 12% 645-80+80 | 5 0.055 0.1
            stands for 9 minutes: 71.1% 375-26+26, 11.8% 1010-51+51, 11.3% 660-80+80, 2.5% 986-26+26, 0.3% 1271-80+80, 3% 625.5-88.5+88.5 | 5 0.055 0.1
            stands, 5.5 h on duty: 10.9% 375-26+26, 59.6% 1010-51+51, 9.6% 660-80+80, 14.9% 986-26+26, 2% 1271-80+80, 3% 625.5-88.5+88.5 | 5 0.055 0.1
            stands, 5.6 h on duty: 4.6% 375-26+26, 27.9% 1010-51+51, 4.4% 660-80+80, 52.8% 986-26+26, 7.3% 1271-80+80, 3% 625.5-88.5+88.5 | 5 0.055 0.1
            stands, 11 h on duty: 22.6% 1010-51+51, 1.2% 1645-51+51, 3.2% 660-80+80, 61.5% 986-26+26, 8.5% 1271-80+80, 3% 625.5-88.5+88.5 | 5 0.055 0.1
            stands near the stop: 24.7% 51-9.8+9.8, 7.4% 686-34.8+34.8, 4.4% 336-80+80, 3.1% 662-9.8+9.8, 0.4% 947-80+80, 60% 301.5-88.5+88.5 | 5 0.055 0.1
            stands 40 minutes before it: 53.2% 55-10+10, 17.1% 690-35+35, 9.6% 340-80+80, 15% 666-10+10, 2% 951-80+80, 3% 305.5-88.5+88.5 | 5 0.055 0.1
            stands for 50 minutes: 24.6% 1010-51+51, 3.4% 660-80+80, 60.6% 945-26+26, 8.3% 1230-80+80, 3% 605-81.67+81.67 | 5 0.055 1
            stands for 51 minutes: 79.1% 944-26+26, 10.9% 1229-80+80, 10% 604.5-122.25+122.25 | 5 0.055 1
            rests near the stop: 17.6% 620-9.8+9.8, 2.4% 905-80+80, 80% 280.5-122.25+122.25 | 5 0.055 1
            rests for 9 h: 79.1% 455-26+26, 10.9% 740-80+80, 10% 375-7.5+7.5 | 5 0.055 0.1
            rests for 12 h: 79.1% 365-26+26, 10.9% 650-80+80, 10% 375-7.5+7.5 | 5 0.055 0.1""");
  }

  @Test
  void howFarItIsWorthPlanning() {
    assertThat(Outlook.after(load(2).window(1, 1).position(), NOW).horizon())
        .isCloseTo(661.6, within(0.05));
    assertThat(Outlook.after(load(1).stands(0, 0).eta(10).position(), NOW).horizon()).isEqualTo(60);
    assertThat(Outlook.after(load(1).window(1, 200).position(), NOW).horizon())
        .isEqualTo(4 * 24 * 60);
  }

  /** A reading that shows that a stage lasts: what is left of it, and what is told of that. */
  @Test
  void whatAReadingLeavesOfAStage() {
    Stage told = new Stage(List.of(new Way(1, new Expected(100, 20, 30))), 5, 0.1, 0);
    Stage untold = Stage.opaque(new Expected(100, 20, 30), 0);
    Stage two =
        new Stage(
            List.of(new Way(0.3, new Expected(50, 5, 5)), new Way(0.7, new Expected(200, 20, 20))),
            5,
            0.1,
            1);

    assertThat(
            table(
                told(told.readAt(60)),
                told(untold.readAt(60)),
                told(two.readAt(55)),
                told(two.readAt(2000)),
                text("%.2f", two.median()),
                text("%.2f", two.surelyBy()),
                text("%.4f", two.by(100))))
        .isEqualTo(
            """
            100% 47.19-9.72+9.72 | 5 0.1 0
            100% 40-20+30 | Infinity 0 0
            10.3% 4.31-5+5, 89.7% 145.03-19.5+19.5 | 5 0.1 1
            0% 1-5+5, 0% 1-5.1+5.1 | 5 0.1 1
            200
            300
            0.3046""");
    assertThat(two.readAt(0)).isSameAs(two);
  }

  @Test
  void whatIsLongOverdueIsSure() {
    Expected due = new Expected(0, 1, 1);
    Expected overdue = new Expected(-40, 1, 1);

    assertThat(due.by(29.9)).isLessThan(1);
    assertThat(due.by(30)).isEqualTo(1);
    assertThat(overdue.by(1)).isEqualTo(1);
    assertThat(overdue.by(0)).isZero();
    assertThat(overdue.medianFromNow()).isEqualTo(1);
    assertThat(overdue.surelyBy()).isEqualTo(6);
    assertThat(new Expected(100, 20, 30).surelyBy()).isCloseTo(250.4, within(0.05));
  }

  private static Situation load(int stops) {
    return new Situation(stops);
  }

  /** Reached its first stop so long ago, left it, and goes on at 50 mph. */
  private static Situation road(double hours, double miles) {
    return load(2)
        .reached(1, (int) Math.round(hours * 60))
        .left(1, 60)
        .stands(0, 0)
        .eta(500)
        .wheel(miles, 50);
  }

  private static String table(String... rows) {
    return String.join("\n", rows);
  }

  private static String row(String name, Situation situation) {
    String all =
        Outlook.after(situation.position(), NOW).stages().stream()
            .map(OutlookTest::told)
            .collect(Collectors.joining("\n  then "));
    return name + ":" + (all.isEmpty() ? " nothing" : " " + all);
  }

  private static String told(Stage stage) {
    String ways =
        stage.ways().stream()
            .map(
                way ->
                    text("%.1f%%", way.weight() * 100)
                        + text(" %.2f", way.end().median())
                        + text("-%.2f", way.end().early())
                        + text("+%.2f", way.end().late()))
            .collect(Collectors.joining(", "));
    return ways
        + text(" | %.2f", stage.nearScale())
        + text(" %.3f", stage.nearShare())
        + text(" %.1f", stage.etaMovesPerHour());
  }

  /** Without zeros at the end. */
  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value).replaceFirst("\\.?0+(?=%?$)", "");
  }

  /** A load with so many stops, of which nothing is known. */
  private static final class Situation {
    private final List<PositionStop.Builder> stops = new ArrayList<>();
    private final LoadPosition.Builder position =
        LoadPosition.builder()
            .loadNumber("LD-2026-0001")
            .status(LoadStatus.IN_TRANSIT)
            .createdAt(NOW)
            .pingCount(0)
            .gpsTrack();
    private final Eta.Builder eta = Eta.builder();

    Situation(int stops) {
      for (int i = 1; i <= stops; i++) {
        StopType type = i < stops ? StopType.PICKUP : StopType.DELIVERY;
        this.stops.add(PositionStop.builder().type(type).sequence(i));
      }
    }

    Situation status(LoadStatus status) {
      position.status(status);
      return this;
    }

    Situation createdHoursAgo(int hours) {
      position.createdAt(NOW.minus(Duration.ofHours(hours)));
      return this;
    }

    Situation window(int stop, int inHours) {
      stops.get(stop - 1).windowFrom(NOW.plus(Duration.ofHours(inHours)));
      return this;
    }

    Situation reached(int stop, int minutesAgo) {
      stops.get(stop - 1).arrivedAt(minute(-minutesAgo));
      return this;
    }

    Situation left(int stop, int minutesAgo) {
      stops.get(stop - 1).departedAt(minute(-minutesAgo));
      return this;
    }

    /** The last fix is so many minutes old; the truck had stood there for some time. */
    Situation stands(int minutes, int silent) {
      GpsPoint.Builder fix = GpsPoint.builder().lat(39.1).lng(-84.5);
      GpsPoint first = fix.ts(minute(-silent - minutes)).build();
      position.gpsTrack(List.of(first, fix.ts(minute(-silent)).build()));
      return this;
    }

    Situation eta(int minutes) {
      eta.put("etaAt", minute(minutes).toString());
      return this;
    }

    Situation next(int minutes) {
      eta.put("nextStopEta", minute(minutes).toString());
      return this;
    }

    Situation wheel(double miles, double mph) {
      eta.put("remainingMiles", miles).put("speedMph", mph);
      return this;
    }

    LoadPosition position() {
      return position
          .stops(stops.stream().map(PositionStop.Builder::build).toList())
          .eta(eta.build())
          .build();
    }

    private static Instant minute(int minutes) {
      return NOW.plus(Duration.ofMinutes(minutes));
    }
  }
}
