package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.store.Cell;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The limits that were last brought for a path; they bind calls that bring none for it. */
record Caps(String path, List<SpendLimit> limits) implements Cell {
  private static final String CALL = "call";
  private static final String TOTAL = "total";

  Caps(String path, Fields fields) {
    this(path, parse(path, fields));
  }

  private static List<SpendLimit> parse(String path, Fields fields) {
    List<SpendLimit> limits = new ArrayList<>();
    fields.under("").forEach((name, usd) -> limits.add(limit(path, name, new BigDecimal(usd))));
    return List.copyOf(limits);
  }

  private static SpendLimit limit(String path, String name, BigDecimal usd) {
    if (name.equals(CALL)) return new SpendLimit(path, SpendLimit.Kind.PER_CALL, null, null, usd);
    if (name.equals(TOTAL)) return new SpendLimit(path, SpendLimit.Kind.TOTAL, null, null, usd);
    Window window = Window.named(name);
    return window.zone() == null
        ? new SpendLimit(path, SpendLimit.Kind.WINDOW, Duration.parse(name), null, usd)
        : new SpendLimit(path, SpendLimit.Kind.CALENDAR_DAY, null, window.zone(), usd);
  }

  @Override
  public String id() {
    return Cells.LIMITS + path;
  }

  @Override
  public long ends() {
    return Long.MAX_VALUE;
  }

  @Override
  public String text() {
    Fields fields = new Fields();
    for (SpendLimit limit : limits) {
      Window window = Window.of(limit);
      String name =
          window != null ? window.name() : limit.kind() == SpendLimit.Kind.PER_CALL ? CALL : TOTAL;
      fields.put(name, limit.capUsd().toPlainString());
    }
    return fields.text();
  }
}
