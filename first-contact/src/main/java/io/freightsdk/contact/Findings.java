package io.freightsdk.contact;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The findings that one check has found. Not safe for concurrent use. */
final class Findings {
  final Set<Finding> all = new LinkedHashSet<>();

  /** By how much the balance fell. */
  BigDecimal spent = BigDecimal.ZERO;

  /** The charge that the client reports; empty for a check without the client. */
  String charge = "";

  /** The last response that differs, redacted, for the terminal only; empty without one. */
  String excerpt = "";

  void add(Finding finding) {
    all.add(finding);
  }

  void broken(String fact, String advice) {
    add(Finding.broken(fact, advice));
  }

  /** The first finding that can prevent other checks; null without one. */
  @Nullable Finding blocking() {
    return all.stream()
        .filter(finding -> finding.result() != Finding.Result.DIFFERENT)
        .findFirst()
        .orElse(null);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }
}
