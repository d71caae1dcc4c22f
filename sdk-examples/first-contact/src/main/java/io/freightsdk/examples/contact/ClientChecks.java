package io.freightsdk.examples.contact;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.function.Function;
import okio.Buffer;

/**
 * The closing run: whether the words of our client are true at this service. What the client says
 * that a call cost is compared with the balance.
 */
final class ClientChecks {
  private final CheckRunner run;
  private final RunContext facts;

  ClientChecks(CheckRunner run, RunContext facts) {
    this.run = run;
    this.facts = facts;
  }

  /**
   * @param client repeats nothing, and reserves in this ledger
   */
  void run(FreightClient client, SpendLedger ledger) {
    Finding comparison = new Finding(false);
    // The account's first comparison is where the ledger begins to add up.
    charge(comparison, finding -> compare(client, ledger, finding));
    pay(
        "Our client finds the load of a known reference: deduplicated, charge NONE (4.1)",
        Operation.CREATE_LOAD,
        finding -> sameReference(client, finding));
    pay(
        "Our client reads a position: charge CHARGED, at the price of the list (4.2)",
        Operation.GET_LOAD_POSITION,
        finding -> read(client, finding));
    if (run.ended() != null) comparison.notSeen("not asked: " + run.ended());
    else charge(comparison, finding -> compare(client, ledger, finding));
    run.add("The client's ledger explains what was taken: compare says 0.00 (4.6)", comparison);
  }

  private void pay(String sentence, Operation operation, Function<Finding, Charge> call) {
    Check row = Check.described(sentence, facts -> ApiCall.get(operation));
    run.pay(row, operation, 1, (finding, effect) -> charge(finding, call).amountUsd());
  }

  private Charge sameReference(FreightClient client, Finding finding) {
    CreateLoadOutcome outcome = client.createLoad(firstOrder(), atMost(Operation.CREATE_LOAD));
    boolean isFirst = outcome.loadNumber().equals(facts.loadNumber());
    if (!outcome.deduplicated()) finding.broken("it was not deduplicated");
    if (!isFirst) finding.broken("it names another load");
    return said(outcome.charge(), Charge.NONE, finding);
  }

  private Charge read(FreightClient client, Finding finding) {
    String number = facts.loadNumber();
    CallOptions atMost = atMost(Operation.GET_LOAD_POSITION);
    Charge charge = client.withResponse().getLoadPosition(number, atMost).charge();
    return said(charge, Charge.charged(price(Operation.GET_LOAD_POSITION)), finding);
  }

  private static Charge compare(FreightClient client, SpendLedger ledger, Finding finding) {
    BalanceComparison compared = ledger.compare(client);
    String difference = PriceList.cents(compared.unexplainedUsd());
    if (!compared.agrees()) finding.broken("the difference is " + difference);
    return Charge.NONE;
  }

  /** The client goes by a list that it read itself: it must not pay more than was counted. */
  private CallOptions atMost(Operation operation) {
    return CallOptions.builder().maxPrice(price(operation)).build();
  }

  private BigDecimal price(Operation operation) {
    return Objects.requireNonNull(facts.prices.usd().get(operation));
  }

  private static Charge said(Charge charge, Charge right, Finding finding) {
    if (!charge.equals(right)) finding.broken("the client says " + charge.kind());
    return charge;
  }

  private CreateLoadInput firstOrder() {
    try {
      return FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(facts.order()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a call cost, also one that failed; then the finding says how. */
  private static Charge charge(Finding finding, Function<Finding, Charge> call) {
    try {
      return call.apply(finding);
    } catch (FreightException e) {
      finding.notSeen("our client failed with " + e.getClass().getSimpleName());
      return e.charge();
    } catch (IllegalArgumentException e) {
      finding.notSeen("our client refuses the number of the load");
      return Charge.NONE;
    }
  }
}
