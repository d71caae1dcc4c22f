package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spring.boot.autoconfigure.FreightEndpoint.Limit;
import io.freightsdk.spring.boot.autoconfigure.FreightEndpoint.Report;
import io.freightsdk.spring.boot.autoconfigure.FreightEndpoint.Result;
import io.freightsdk.spring.boot.autoconfigure.FreightEndpoint.Unknown;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is open and why, for a person on a terminal. Pure. */
final class ReportText {
  /** A limit is told when so much of it is used. */
  private static final double NEARLY = 0.8;

  private final List<String> lines = new ArrayList<>();
  private final Instant now;

  private ReportText(Instant now) {
    this.now = now;
  }

  static String of(Map<String, Report> reports, Instant now) {
    ReportText text = new ReportText(now);
    reports.forEach(text::client);
    return String.join("\n", text.lines) + "\n";
  }

  private void client(String name, Report report) {
    lines.add(name);
    if (report.unknown() != null) lines.add("  NOT READ NOW: " + report.unknown());
    orders(report.orders(), report.openReadAt());
    unknown(report.unknownCharges(), report.openReadAt());
    limits(report);
    comparison(report);
    lines.add("  balance: %s%s".formatted(usd(report.balanceUsd()), read(report.balanceReadAt())));
  }

  private void orders(@Nullable List<WaitingOrders.Order> orders, @Nullable Instant readAt) {
    if (orders == null) return;
    lines.add("  orders without a load: %s%s".formatted(count(orders.size()), read(readAt)));
    for (WaitingOrders.Order order : orders) {
      String due = order.dueAt() == null ? "" : ", next at " + order.dueAt();
      String step = order.nextStep() == null ? "" : ", " + order.nextStep();
      String why = order.why() == null ? "" : ": " + order.why();
      lines.add(
          "    %s %s for %s, sent %d times%s%s%s"
              .formatted(
                  order.reference(),
                  order.state(),
                  age(order.storedAt()),
                  order.attempts(),
                  step,
                  due,
                  why));
    }
  }

  private void unknown(@Nullable List<Unknown> charges, @Nullable Instant readAt) {
    if (charges == null) return;
    lines.add("  unknown charges: %s%s".formatted(count(charges.size()), read(readAt)));
    for (Unknown charge : charges) {
      String order = charge.order() == null ? "" : " for " + charge.order();
      String load = charge.load() == null ? "" : " of " + charge.load();
      lines.add(
          "    entry %d, %s%s%s, at most %s, for %s"
              .formatted(
                  charge.entry(),
                  charge.operation(),
                  order,
                  load,
                  usd(charge.mostUsd()),
                  age(charge.since())));
    }
  }

  private void limits(Report report) {
    List<Limit> nearly = report.limits().stream().filter(use -> use.share() >= NEARLY).toList();
    lines.add(
        "  limits nearly used: %s%s".formatted(count(nearly.size()), read(report.ledgerReadAt())));
    for (Limit limit : nearly) {
      lines.add(
          "    %s: %d %% used, %s left"
              .formatted(limit.limit(), (int) (limit.share() * 100), usd(limit.remainingUsd())));
    }
  }

  private void comparison(Report report) {
    Result last = report.reconciliation();
    lines.add(
        last == null
            ? "  last comparison with the balance: none" + read(report.ledgerReadAt())
            : "  last comparison with the balance, %s ago: %s"
                .formatted(age(last.figures().at()), last.explanation()));
  }

  private static String count(int rows) {
    return rows == 0 ? "none" : rows >= FreightEndpoint.MAX_ROWS ? rows + " or more" : "" + rows;
  }

  private static String usd(@Nullable BigDecimal amount) {
    return amount == null ? "unknown" : amount.toPlainString() + " USD";
  }

  private String read(@Nullable Instant at) {
    return at == null ? " (never read)" : " (read " + age(at) + " ago)";
  }

  private String age(Instant since) {
    Duration age = Duration.between(since, now);
    if (age.isNegative()) return "0 s";
    if (age.toDays() > 1) return age.toDays() + " days";
    if (age.toHours() > 1) return age.toHours() + " h";
    if (age.toMinutes() > 1) return age.toMinutes() + " min";
    return age.toSeconds() + " s";
  }
}
