package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** In whatever order calls come, every cent is accounted for. */
class MoneyPropertiesTest {
  /** One thing a client does. Keys and references are few, so that they come again. */
  record Step(Kind kind, int key, int reference, int cents) {}

  enum Kind {
    CREATE,
    READ,
    CREDIT,
    OUTAGE
  }

  @Property(tries = 12, seed = "1343405546")
  void noOrderOfCallsChargesOrCreatesTwiceForOneKeyOrReference(
      @ForAll("scripts") List<Step> script) {
    try (InMemoryFreightServer server = ServerInProcess.start(InMemoryFreightServer.builder())) {
      Broker broker = server.createBroker("5.00");
      Map<String, Set<String>> loads = new HashMap<>();
      run(server, broker, script, loads);

      loads.forEach((name, ofOne) -> assertThat(ofOne).as(name).hasSize(1));
      List<LedgerEntry> creations =
          broker.debits().stream().filter(entry -> cents(entry) == 65).toList();
      assertThat(creations).extracting(LedgerEntry::loadNumber).doesNotHaveDuplicates();
      assertThat(keysOf(creations)).doesNotHaveDuplicates();
      Set<String> created = new HashSet<>();
      creations.forEach(entry -> created.add(entry.loadNumber()));
      loads.values().forEach(ofOne -> assertThat(created).containsAll(ofOne));
      assertThat(server.sms().messages()).hasSize(creations.size());
      assertEntriesAddUp(broker);
    }
  }

  @Provide
  Arbitrary<List<Step>> scripts() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(6, Kind.CREATE),
                Tuple.of(6, Kind.READ),
                Tuple.of(2, Kind.CREDIT),
                Tuple.of(1, Kind.OUTAGE)),
            Arbitraries.integers().between(-2, 3),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(1, 200))
        .as(Step::new)
        .list()
        .ofMinSize(2)
        .ofMaxSize(60);
  }

  /** Notes the loads of each key and each reference. */
  private static void run(
      InMemoryFreightServer server,
      Broker broker,
      List<Step> script,
      Map<String, Set<String>> loads) {
    Http client = new Http(server, broker.agentKey());
    String known = "LD-2026-0001";
    for (Step step : script) {
      switch (step.kind()) {
        case CREATE -> {
          // Keys below 1 stand for none, reference 0 for none.
          String key = "key-" + step.key();
          String reference = step.reference() == 0 ? null : "PO-" + step.reference();
          String[] headers = step.key() < 1 ? new String[0] : new String[] {"Idempotency-Key", key};
          Http.Reply reply = client.post("/v1/agent/loads", Orders.body(reference), headers);
          if (reply.status() >= 300) continue;
          known = reply.json().text("loadNumber");
          if (step.key() > 0) loads.computeIfAbsent(key, first -> new HashSet<>()).add(known);
          // A replay of a used key may have another reference.
          boolean isForReference = step.key() < 1 && reference != null;
          if (isForReference) loads.computeIfAbsent(reference, first -> new HashSet<>()).add(known);
        }
        case READ -> client.get("/v1/agent/loads/" + known);
        case CREDIT -> broker.credit(BigDecimal.valueOf(step.cents(), 2));
        case OUTAGE -> {
          try (Faults.BillingOutage outage = server.faults().billingOutage()) {
            assertThat(client.get("/v1/agent/loads/" + known).status()).isGreaterThan(400);
            assertThat(outage).isNotNull();
          }
        }
      }
    }
  }

  private static void assertEntriesAddUp(Broker broker) {
    BigDecimal credits = BigDecimal.ZERO;
    BigDecimal debits = BigDecimal.ZERO;
    BigDecimal running = BigDecimal.ZERO;
    for (LedgerEntry entry : broker.ledger()) {
      boolean debit = entry.type() == LedgerEntry.Type.DEBIT;
      if (debit) debits = debits.add(entry.amountUsd());
      else credits = credits.add(entry.amountUsd());
      running = running.add(entry.signedAmountUsd());
      assertThat(entry.balanceAfterUsd()).isEqualByComparingTo(running);
      assertThat(running.signum()).isGreaterThanOrEqualTo(0);
    }
    assertThat(broker.balanceUsd().add(debits).subtract(credits)).isEqualByComparingTo("0");
  }

  private static List<String> keysOf(List<LedgerEntry> creations) {
    return creations.stream().map(LedgerEntry::idempotencyKey).filter(key -> key != null).toList();
  }

  private static long cents(LedgerEntry entry) {
    return entry.amountUsd().movePointRight(2).longValueExact();
  }
}
