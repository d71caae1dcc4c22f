package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.micrometer.FreightReadings;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * {@code /actuator/freight}: reading never waits; writing records what a person knows and compares
 * the ledger with the balance.
 */
@Endpoint(id = "freight")
final class FreightEndpoint {
  private final Map<String, FreightClient> clients;
  private final Readings readings;

  FreightEndpoint(Map<String, FreightClient> clients, Readings readings) {
    this.clients = new TreeMap<>(clients);
    this.readings = readings;
  }

  /**
   * What is known of one client.
   *
   * @param unknown why the books are not known; null if they are
   */
  record Report(
      @Nullable SpendTotals totals,
      @Nullable BigDecimal heldUsd,
      BigDecimal savedUsd,
      @Nullable BigDecimal balanceUsd,
      List<Remaining> limits,
      @Nullable Result reconciliation,
      FreightClient.Activity activity,
      @Nullable String unknown) {}

  /** A limit in words, and what it still allows. */
  record Remaining(String limit, BigDecimal remainingUsd) {}

  /** A comparison of ledger and balance, and the same in words. */
  record Result(Reconciliation.Verdict verdict, String explanation, Reconciliation figures) {
    static @Nullable Result of(@Nullable Reconciliation found) {
      return found == null ? null : new Result(found.verdict(), found.explanation(), found);
    }
  }

  /** Of the only client, or of each by its name. */
  @ReadOperation
  Object report() {
    Map<String, Report> reports = new LinkedHashMap<>();
    clients.forEach((name, client) -> reports.put(name, report(name, client)));
    return reports.size() == 1 ? reports.values().iterator().next() : reports;
  }

  private Report report(String name, FreightClient client) {
    FreightReadings known = readings.of(name, client);
    FreightReadings.Books books = known.books();
    Throwable failure = known.booksFailure();
    return new Report(
        books == null ? null : books.totals(),
        books == null ? null : books.heldUsd(),
        client.ledger().savedUsd(),
        known.balanceUsd(),
        books == null ? List.of() : books.remaining().stream().map(this::words).toList(),
        books == null ? null : Result.of(books.reconciliation()),
        client.activity(),
        books != null ? null : failure == null ? "not read yet" : failure.getMessage());
  }

  private Remaining words(SpendLedger.Remaining left) {
    return new Remaining(left.limit().description(), left.remainingUsd());
  }

  /**
   * Records what it is given, then reconciles. Boot 3.5 reads Spring's annotation only.
   *
   * @param client name of the client, if there are several
   * @param adjust money in USD that this client did not move: a top-up, or less than zero
   * @param settle numbers of open entries, separated by commas
   * @param charged whether each of them cost the most that it may have, or the least
   * @param sum what they cost together, instead of {@code charged}
   */
  @WriteOperation
  WebEndpointResponse<Object> reconcile(
      @org.springframework.lang.Nullable @Nullable String client,
      @org.springframework.lang.Nullable @Nullable BigDecimal adjust,
      @org.springframework.lang.Nullable long @Nullable [] settle,
      @org.springframework.lang.Nullable @Nullable Boolean charged,
      @org.springframework.lang.Nullable @Nullable BigDecimal sum) {
    try {
      SpendLedger ledger = client(client).ledger();
      boolean says = (charged == null) != (sum == null);
      if (settle == null ? charged != null || sum != null : !says) {
        return refused("settle needs the numbers of entries, and either charged or sum");
      }
      if (adjust != null) ledger.adjust(adjust);
      if (settle != null && sum != null) ledger.settle(Arrays.stream(settle).boxed().toList(), sum);
      if (settle != null && charged != null) {
        for (long entry : settle) ledger.settle(entry, charged);
      }
      return new WebEndpointResponse<>(Result.of(ledger.reconcile()));
    } catch (IllegalArgumentException e) {
      return refused(String.valueOf(e.getMessage()));
    } catch (SpendStoreException e) {
      return new WebEndpointResponse<>(Map.of("unknown", String.valueOf(e.getMessage())), 503);
    }
  }

  private FreightClient client(@Nullable String name) {
    if (name == null && clients.size() == 1) return clients.values().iterator().next();
    FreightClient client = name == null ? null : clients.get(name);
    if (client != null) return client;
    throw new IllegalArgumentException(
        "client: expected one of " + clients.keySet() + ", got " + name);
  }

  private static WebEndpointResponse<Object> refused(String why) {
    return new WebEndpointResponse<>(Map.of("refused", why), 400);
  }
}
