package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The limits that were last brought for a path; they bind calls that bring none for it. */
final class Caps extends Row {
  private static final String CALL = "call";
  private static final String TOTAL = "total";

  private static final String IN_TOTAL = "inTotal";

  private final String path;
  List<SpendLimit> limits;

  /**
   * Whether these or limits that were brought before count in total, so that nothing is dropped.
   */
  boolean inTotal;

  /** To be read. */
  Caps(String path) {
    this(path, List.of(), null);
  }

  Caps(String path, List<SpendLimit> limits, @Nullable Caps before) {
    super(LIMITS + path);
    this.path = path;
    this.limits = limits;
    this.inTotal = before != null && before.inTotal;
    for (SpendLimit limit : limits) inTotal |= limit.kind() == SpendLimit.Kind.TOTAL;
  }

  @Override
  void fields(Fields fields) {
    Map<String, SpendLimit> byName = new LinkedHashMap<>();
    for (SpendLimit limit : limits) byName.put(name(limit), limit);
    Map<String, BigDecimal> caps = new LinkedHashMap<>();
    byName.forEach((name, limit) -> caps.put(name, limit.capUsd()));
    if (inTotal) caps.put(IN_TOTAL, BigDecimal.ONE);
    fields.each("", caps, BigDecimal::toPlainString, BigDecimal::new);
    inTotal = caps.remove(IN_TOTAL) != null;
    caps.forEach((name, usd) -> byName.putIfAbsent(name, limit(name, usd)));
    limits = List.copyOf(byName.values());
  }

  private static String name(SpendLimit limit) {
    Window window = Window.of(limit);
    if (window != null) return window.name();
    return limit.kind() == SpendLimit.Kind.PER_CALL ? CALL : TOTAL;
  }

  private SpendLimit limit(String name, BigDecimal usd) {
    return switch (name) {
      case CALL -> new SpendLimit(path, SpendLimit.Kind.PER_CALL, null, null, usd);
      case TOTAL -> new SpendLimit(path, SpendLimit.Kind.TOTAL, null, null, usd);
      default -> Window.named(name).limit(path, usd);
    };
  }
}
