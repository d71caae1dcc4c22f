package io.freightsdk.examples.month;

import io.freightsdk.examples.month.Facts.Cause;
import io.freightsdk.examples.month.Facts.Comparison;
import io.freightsdk.examples.month.Facts.Debit;
import io.freightsdk.examples.month.Facts.Event;
import io.freightsdk.examples.month.Facts.Load;
import io.freightsdk.examples.month.Facts.Lost;
import io.freightsdk.examples.month.Facts.Row;
import io.freightsdk.examples.month.Facts.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Look at a month from outside, and name what was wrong. Pure. */
final class Judges {
  /** The jobs of Java and the pool come and go by some. */
  private static final int MORE_THREADS = 12;

  private static final long MORE_HEAP = 24_000_000;
  private static final int MOST_CONNECTIONS = 10;

  /** What a load that was delivered has told, whatever happened to those who listen. */
  private static final Set<String> WHOLE_WAY =
      Set.of("AT_PICKUP", "IN_TRANSIT", "AT_DELIVERY", "DELIVERED", "REACHED 1", "LEFT 1");

  private Judges() {}

  static List<String> complaints(Facts facts) {
    List<String> all = new ArrayList<>();
    all.addAll(oneLoadForOneOrder(facts));
    all.addAll(eachEventOnce(facts));
    all.addAll(everyComparisonIsExplained(facts));
    all.addAll(nothingOpenIsUntold(facts));
    all.addAll(noReadIsPaidTwice(facts));
    all.addAll(spendIsWithinTheLimits(facts));
    all.addAll(processesStayAsTheyWere(facts));
    return all;
  }

  static List<String> oneLoadForOneOrder(Facts facts) {
    List<String> wrong = new ArrayList<>();
    Map<String, List<String>> loads =
        facts.loads().stream()
            .collect(
                Collectors.groupingBy(
                    Load::orderId,
                    TreeMap::new,
                    Collectors.mapping(Load::loadNumber, Collectors.toList())));
    Map<String, String> stored =
        facts.rows().stream().collect(Collectors.toMap(Row::orderId, Row::loadNumber));
    for (String order : new TreeMap<>(facts.orders()).keySet()) {
      List<String> made = loads.getOrDefault(order, List.of());
      if (made.size() != 1) {
        wrong.add("order %s has %d loads: %s".formatted(order, made.size(), made));
      } else if (!made.get(0).equals(stored.get(order))) {
        wrong.add("order %s has %s, and says %s".formatted(order, made.get(0), stored.get(order)));
      }
    }
    loads.keySet().stream()
        .filter(order -> !facts.orders().containsKey(order))
        .forEach(order -> wrong.add("a load of no order: " + order));
    facts.debits().stream()
        .filter(Debit::isCreation)
        .collect(Collectors.groupingBy(Debit::loadNumber, TreeMap::new, Collectors.counting()))
        .forEach(
            (load, times) -> {
              if (times != 1) wrong.add("the creation of %s is paid %dx".formatted(load, times));
            });
    return wrong;
  }

  static List<String> eachEventOnce(Facts facts) {
    List<String> wrong = new ArrayList<>();
    for (Event event : facts.events()) {
      if (event.times() != 1) {
        wrong.add(
            "order %s: %s is stored %dx".formatted(event.orderId(), event.what(), event.times()));
      }
    }
    Map<String, Set<String>> told =
        facts.events().stream()
            .collect(
                Collectors.groupingBy(
                    Event::orderId, Collectors.mapping(Event::what, Collectors.toSet())));
    for (Row row : facts.rows()) {
      if (!row.status().equals("DELIVERED")) continue;
      Set<String> missing = new TreeSet<>(WHOLE_WAY);
      missing.removeAll(told.getOrDefault(row.orderId(), Set.of()));
      if (!missing.isEmpty()) {
        wrong.add("order %s is delivered and was never told %s".formatted(row.orderId(), missing));
      }
    }
    Map<String, String> truth =
        facts.loads().stream()
            .collect(Collectors.toMap(Load::orderId, Load::status, (one, other) -> one));
    for (Row row : facts.rows()) {
      String is = truth.get(row.orderId());
      if ("DELIVERED".equals(is) && !row.status().equals(is)) {
        wrong.add("order %s is delivered, and stands at %s".formatted(row.orderId(), row.status()));
      } else if (is != null && !is.equals("DELIVERED")) {
        wrong.add("order %s was never delivered, and is %s".formatted(row.orderId(), is));
      }
    }
    return wrong;
  }

  static List<String> everyComparisonIsExplained(Facts facts) {
    List<String> wrong = new ArrayList<>();
    if (facts.comparisons().isEmpty()) wrong.add("ledger and balance were never compared");
    List<Cause> causes = new ArrayList<>(facts.causes());
    for (Comparison comparison : facts.comparisons()) {
      if (comparison.unexplainedUsd().signum() == 0) continue;
      boolean isExplained =
          causes.removeIf(
              cause -> !cause.at().isAfter(comparison.at()) && fits(cause.usd(), comparison));
      if (!isExplained) {
        wrong.add(
            "the comparison at %s found %s USD that nobody can explain"
                .formatted(comparison.at(), comparison.unexplainedUsd()));
      }
    }
    causes.forEach(cause -> wrong.add("no comparison has found " + cause));
    return wrong;
  }

  /** A comparison says how much money moved at least, and how much at most. */
  private static boolean fits(BigDecimal usd, Comparison comparison) {
    BigDecimal least = comparison.unexplainedUsd();
    boolean isSameWay = usd.signum() == least.signum();
    BigDecimal more = usd.abs().subtract(least.abs());
    return isSameWay && more.signum() >= 0 && more.compareTo(comparison.widthUsd()) <= 0;
  }

  static List<String> nothingOpenIsUntold(Facts facts) {
    List<String> wrong = new ArrayList<>();
    for (Facts.Entry entry : facts.open()) {
      boolean isTold = facts.page().matches("(?s).*\"(id|entry)\":\"?" + entry.id() + "\\b.*");
      String what = "%s of %s".formatted(entry.operation(), entry.at());
      if (!isTold) wrong.add("the page of the operator does not have the open " + what);
      // Its order was sent again under the same key, and that says what the creation was.
      if (entry.order() != null) wrong.add("the creation for " + entry.order() + " is still open");
    }
    if (facts.unsettled() > 0) {
      wrong.add("%d entries are open after the operator".formatted(facts.unsettled()));
    }
    if (facts.takenUsd().compareTo(facts.chargedUsd()) != 0) {
      wrong.add(
          "the service has taken %s USD, and the ledger says %s USD"
              .formatted(facts.takenUsd().toPlainString(), facts.chargedUsd().toPlainString()));
    }
    for (String order : facts.waiting()) {
      boolean isTold = facts.page().contains("\"" + order + "\"");
      wrong.add(
          "order %s still waits for its load%s"
              .formatted(order, isTold ? "" : ", and the page of the operator does not have it"));
    }
    return wrong;
  }

  /** One instance reads for all. A customer who asks in the same moment may pay, once. */
  static List<String> noReadIsPaidTwice(Facts facts) {
    record Read(Instant at, String loadNumber) {}
    record Due(Read read, String payer) {}
    Map<Read, Long> lost =
        facts.lost().stream()
            .collect(
                Collectors.groupingBy(
                    (Lost read) -> new Read(read.at(), read.loadNumber()), Collectors.counting()));
    List<String> wrong = new ArrayList<>();
    facts.debits().stream()
        .filter(debit -> !debit.isCreation())
        .collect(
            Collectors.groupingBy(
                debit -> new Due(new Read(debit.at(), debit.loadNumber()), debit.payer()),
                Collectors.counting()))
        .forEach(
            (due, times) -> {
              // The ledger does not know whose request it was that was lost.
              long paid = due.payer.isEmpty() ? times - lost.getOrDefault(due.read, 0L) : times;
              if (paid > 1) {
                wrong.add(
                    "%s was read at %s and paid %dx"
                        .formatted(due.read.loadNumber, due.read.at, paid));
              }
            });
    return wrong.stream().sorted().toList();
  }

  static List<String> spendIsWithinTheLimits(Facts facts) {
    Map<String, String> orderOf =
        facts.loads().stream().collect(Collectors.toMap(Load::loadNumber, Load::orderId));
    Map<String, BigDecimal> spent = new TreeMap<>();
    for (Debit debit : facts.debits()) {
      spent.merge(" on day " + debit.day(), debit.usd(), BigDecimal::add);
      // Reads are the fleet's or a customer's; a creation is the customer's, whoever knows of it.
      String ordered =
          facts.orders().get(orderOf.getOrDefault(debit.loadNumber(), debit.loadNumber()));
      String prefix = "client/customer/";
      String customer = null;
      if (debit.isCreation()) customer = ordered;
      else if (debit.payer().startsWith(prefix)) {
        customer = debit.payer().substring(prefix.length());
      }
      if (customer != null) {
        spent.merge(customer + " on day " + debit.day(), debit.usd(), BigDecimal::add);
      }
    }
    List<String> wrong = new ArrayList<>();
    spent.forEach(
        (what, usd) -> {
          String whose = what.substring(0, what.indexOf(" on day "));
          BigDecimal limit = facts.limits().get(whose);
          if (limit != null && usd.compareTo(limit) > 0) {
            wrong.add("%s: %s USD of %s USD".formatted(what.strip(), usd, limit));
          }
        });
    return wrong;
  }

  static List<String> processesStayAsTheyWere(Facts facts) {
    List<String> wrong = new ArrayList<>();
    for (Size now : facts.sizes()) {
      Size then = facts.sizes().get(0);
      if (now.heap() > then.heap() + MORE_HEAP) {
        wrong.add("%s: the heap grew from %d to %d".formatted(now, then.heap(), now.heap()));
      }
      if (now.threads() > then.threads() + MORE_THREADS) {
        wrong.add("%s: threads grew from %d".formatted(now, then.threads()));
      }
      if (now.connections() > MOST_CONNECTIONS) wrong.add(now + ": too many connections");
    }
    return wrong;
  }
}
