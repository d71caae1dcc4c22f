package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Sum.Kind;
import io.freightsdk.internal.spend.Sum.Range;
import io.freightsdk.spend.SpendLimit;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A limit, and where in the sums it stands what it counts. */
public record Cap(SpendLimit limit, long nano) {
  public Cap(SpendLimit limit) {
    this(limit, NanoUsd.cap(limit.capUsd()));
  }

  String scope() {
    return limit.scope();
  }

  boolean isWindow() {
    return limit.kind() != SpendLimit.Kind.TOTAL;
  }

  /** A window is one run of slots that become longer towards now; the last may be in the future. */
  List<Range> counted(long now) {
    List<Range> ranges = new ArrayList<>();
    ranges.add(new Range(scope(), Kind.HELD, 0, 1));
    if (!isWindow()) {
      ranges.add(new Range(scope(), Kind.CHARGED, 0, 1));
      ranges.add(new Range(scope(), Kind.UNKNOWN, 0, 1));
      return ranges;
    }
    long from = start(now);
    for (int i = Kind.SLOTS.indexOf(slots()); i < Kind.SLOTS.size(); i++) {
      boolean last = i == Kind.SLOTS.size() - 1;
      long to = last ? Long.MAX_VALUE : Kind.SLOTS.get(i + 1).end(from - 1);
      if (to > from) ranges.add(new Range(scope(), Kind.SLOTS.get(i), from, to));
      from = to;
    }
    return ranges;
  }

  /** What the sums in the ranges add up to. */
  static long of(Map<Sum, Long> sums, List<Range> ranges) {
    long counted = 0;
    for (Map.Entry<Sum, Long> sum : sums.entrySet()) {
      for (Range range : ranges) if (range.has(sum.getKey())) counted += sum.getValue();
    }
    return counted;
  }

  /** What it counts now: what is reserved, and what is spent. */
  public record Use(long used, long held) {}

  /** How much of it is used. */
  public Use use(Rows rows) {
    List<Range> ranges = counted(rows.now());
    Map<Sum, Long> sums = rows.sums(ranges);
    long held = sums.getOrDefault(new Sum(scope(), Kind.HELD, 0), 0L);
    return new Use(of(sums, ranges) - held, held);
  }

  /** What the window counts in slots of one length, which say when money leaves. */
  Range inFineSlots(long now) {
    return new Range(scope(), slots(), start(now), Long.MAX_VALUE);
  }

  /** When the window has passed what counts at a time. */
  long passes(long at) {
    if (limit.kind() == SpendLimit.Kind.CALENDAR_DAY) return midnight(at, 1);
    return slots().end(at) + length();
  }

  private long start(long now) {
    if (limit.kind() == SpendLimit.Kind.CALENDAR_DAY) return midnight(now, 0);
    return slots().start(now - length());
  }

  private long length() {
    return Micros.of(Objects.requireNonNull(limit.window()));
  }

  private long midnight(long at, int days) {
    ZoneId zone = Objects.requireNonNull(limit.zone());
    LocalDate day = Instant.ofEpochSecond(Math.floorDiv(at, 1_000_000L)).atZone(zone).toLocalDate();
    return day.plusDays(days).atStartOfDay(zone).toEpochSecond() * 1_000_000L;
  }

  /**
   * The longest slots of at most 1/60 of the window, which is a minute or longer; a day begins at a
   * full minute.
   */
  private Kind slots() {
    if (limit.kind() == SpendLimit.Kind.CALENDAR_DAY) return Kind.MINUTE;
    int i = Kind.SLOTS.size() - 1;
    while (Kind.SLOTS.get(i).length() > length() / 60) i--;
    return Kind.SLOTS.get(i);
  }
}
