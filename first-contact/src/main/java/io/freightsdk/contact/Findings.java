package io.freightsdk.contact;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The causes that one check has found. Not safe for concurrent use. */
final class Findings {
  final Set<Cause> causes = new LinkedHashSet<>();

  /** By how much the balance fell. */
  BigDecimal spent = BigDecimal.ZERO;

  /** The charge that the client reports; empty for a check without the client. */
  String charge = "";

  /** The last response that differs, redacted, for the terminal only; empty without one. */
  String excerpt = "";

  void add(Cause cause) {
    causes.add(cause);
  }

  void broken(String fact, String advice) {
    add(Cause.broken(fact, advice));
  }

  /** The first cause that can prevent other checks; null without one. */
  @Nullable Cause blocking() {
    return causes.stream()
        .filter(cause -> cause.result() != Cause.Result.DIFFERENT)
        .findFirst()
        .orElse(null);
  }

  boolean isEmpty() {
    return causes.isEmpty();
  }
}
