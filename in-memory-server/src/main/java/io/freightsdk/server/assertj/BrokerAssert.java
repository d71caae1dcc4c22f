package io.freightsdk.server.assertj;

import io.freightsdk.server.Broker;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.RecordedRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on a broker's balance and debits. */
// AssertJ is optional: the types are visible only to modules that have it.
@SuppressWarnings("exports")
public final class BrokerAssert extends AbstractAssert<BrokerAssert, Broker> {
  BrokerAssert(@Nullable Broker actual) {
    super(actual, BrokerAssert.class);
  }

  /**
   * Verifies the balance in USD, such as {@code 24.35}.
   *
   * @throws IllegalArgumentException if the text is not an amount
   */
  public BrokerAssert hasBalance(String usd) {
    Objects.requireNonNull(usd, "usd");
    BigDecimal expected = Usd.of(usd);
    isNotNull();
    BigDecimal balance = actual.balanceUsd();
    if (balance.compareTo(expected) != 0) {
      failWithMessage(
          "expected a balance of %s USD but it is %s USD%s",
          usd, balance.toPlainString(), describeCharges());
    }
    return this;
  }

  /**
   * Verifies that the broker was charged exactly once for the creation of this load. Reads do not
   * count.
   */
  public BrokerAssert chargedExactlyOnceFor(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    isNotNull();
    List<LedgerEntry> creations = creationsOf(loadNumber);
    if (creations.size() != 1) {
      failWithMessage(
          "expected exactly one debit for the creation of %s but there are %s%s",
          loadNumber, creations.size(), describeCharges());
    }
    return this;
  }

  /** Verifies the number of charged reads of this load. */
  public BrokerAssert chargedReadsOf(String loadNumber, int reads) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    isNotNull();
    int charged = actual.debitsFor(loadNumber).size() - creationsOf(loadNumber).size();
    if (charged != reads) {
      failWithMessage(
          "expected %s debits for reads of %s but there are %s%s",
          reads, loadNumber, charged, describeCharges());
    }
    return this;
  }

  /** Verifies the number of all debits. */
  public BrokerAssert hasDebits(int debits) {
    isNotNull();
    int actualDebits = actual.debits().size();
    if (actualDebits != debits) {
      failWithMessage(
          "expected %s debits but there are %s%s", debits, actualDebits, describeCharges());
    }
    return this;
  }

  /** Verifies that there is no debit. */
  public BrokerAssert wasNotCharged() {
    return hasDebits(0);
  }

  private List<LedgerEntry> creationsOf(String loadNumber) {
    return actual.debitsFor(loadNumber).stream().filter(BrokerAssert::isCreation).toList();
  }

  private static boolean isCreation(LedgerEntry entry) {
    return entry.operation() != null && "load_create".equals(entry.operation().priceKey());
  }

  private String describeCharges() {
    StringBuilder text = new StringBuilder();
    for (List<String> loads : loadsByBody().values()) {
      if (loads.size() == 1) continue;
      text.append("\none order was charged ").append(loads.size()).append(" times, as ");
      text.append(String.join(", ", loads));
      text.append("; send it with a customerRef, or always with the same idempotencyKey");
    }
    text.append("\nledger:");
    for (LedgerEntry entry : actual.ledger()) {
      text.append("\n  ").append(entry.type()).append(' ');
      text.append(entry.amountUsd().toPlainString()).append(" USD");
      if (entry.operation() != null) text.append(' ').append(entry.operation().id());
      if (entry.loadNumber() != null) text.append(' ').append(entry.loadNumber());
    }
    return text.toString();
  }

  /** The loads that were charged, by the body of the request. Equal bodies are one order. */
  private Map<String, List<String>> loadsByBody() {
    Map<String, String> loadsByRequest = new HashMap<>();
    for (LedgerEntry entry : actual.debits()) {
      if (!isCreation(entry) || entry.requestId() == null) continue;
      loadsByRequest.put(entry.requestId(), String.valueOf(entry.loadNumber()));
    }
    Map<String, List<String>> loadsByBody = new LinkedHashMap<>();
    for (RecordedRequest request : actual.requests()) {
      String load = loadsByRequest.get(request.requestId());
      if (load == null || request.body() == null) continue;
      loadsByBody.computeIfAbsent(request.body(), unused -> new ArrayList<>()).add(load);
    }
    return loadsByBody;
  }
}
