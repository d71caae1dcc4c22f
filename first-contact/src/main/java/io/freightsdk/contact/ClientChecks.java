package io.freightsdk.contact;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.RateLimitedException;
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
import org.jspecify.annotations.Nullable;

/** Checks that the charges and results of the client are right at this service. */
final class ClientChecks {
  static final Finding SLASHES =
      Finding.different(
          "load numbers contain slashes",
          "The client rejects such a number, so its load cannot be read or confirmed. Report it to"
              + " the project.");

  private static final String REFERENCE = "createLoad with a used reference";
  private static final String COMPARISON = "client: comparison of ledger and balance";

  private final CheckRunner runner;
  private final RunContext context;

  private final Report report;

  ClientChecks(CheckRunner runner, RunContext context, Report report) {
    this.runner = runner;
    this.context = context;
    this.report = report;
  }

  /**
   * @param client makes one attempt per call, and reserves in this ledger
   */
  void run(FreightClient client, SpendLedger ledger) {
    Findings comparison = new Findings();
    Finding blocked = runner.paymentBlocker();
    // The first comparison is the start of the next one.
    if (blocked == null) charge("getBalance", comparison, found -> compare(client, ledger, found));
    pay(REFERENCE, Operation.CREATE_LOAD, found -> sameReference(client, found));
    pay("getLoadPosition", Operation.GET_LOAD_POSITION, found -> read(client, found));
    blocked = runner.paymentBlocker();
    if (blocked == null) charge("getBalance", comparison, found -> compare(client, ledger, found));
    if (blocked == null) report.checked(COMPARISON, comparison);
    else report.notRun(COMPARISON, blocked);
  }

  private void pay(String direct, Operation operation, Function<Findings, Charge> call) {
    runner.pay("client: " + direct, operation, 1, found -> charge(direct, found, call).amountUsd());
  }

  /** Returns the charge of the service, not of the client. */
  private Charge sameReference(FreightClient client, Findings found) {
    CreateLoadOutcome outcome = client.createLoad(firstOrder(), maxPrice(Operation.CREATE_LOAD));
    if (!outcome.loadNumber().equals(context.loadNumber())) {
      found.broken(
          "the client does not get the existing load",
          "A repeated order may be paid twice. " + Finding.ASK_OPERATOR);
      return outcome.charge();
    }
    expect(Charge.NONE, outcome.charge(), REFERENCE, found);
    return Charge.NONE;
  }

  private Charge read(FreightClient client, Findings found) {
    CallOptions maxPrice = maxPrice(Operation.GET_LOAD_POSITION);
    Charge charge = client.withResponse().getLoadPosition(context.loadNumber(), maxPrice).charge();
    Charge expected = Charge.charged(price(Operation.GET_LOAD_POSITION));
    expect(expected, charge, "getLoadPosition", found);
    return expected;
  }

  private Charge compare(FreightClient client, SpendLedger ledger, Findings found) {
    BalanceComparison compared = ledger.compare(client);
    if (compared.agrees()) return Charge.NONE;
    Finding known = runner.checkBalance();
    if (known == null) known = wrongCharge(REFERENCE);
    found.add(
        known != null
            ? known
            : Finding.broken(
                "the balance differs from the ledger by "
                    + PriceList.text(compared.unexplainedUsd()),
                "Do not rely on compare() at this service. Ask the operator."));
    return Charge.NONE;
  }

  /** The client reads the price list itself, and must not pay more than was reserved. */
  private CallOptions maxPrice(Operation operation) {
    return CallOptions.builder().maxPrice(price(operation)).build();
  }

  private BigDecimal price(Operation operation) {
    return Objects.requireNonNull(context.prices.usd().get(operation));
  }

  /**
   * @param direct the check that has sent the same call, which may have the same finding
   */
  private void expect(Charge expected, Charge charge, String direct, Findings found) {
    found.charge = charge.kind().toString();
    if (charge.equals(expected)) return;
    Finding own =
        Finding.broken(
            "the client reports the charge " + charge.kind() + " instead of " + expected.kind(),
            ResponseComparison.WRONG_CHARGE);
    found.add(Objects.requireNonNullElse(wrongCharge(direct), own));
  }

  /** The row of a check that says that the client reports a wrong charge; null without one. */
  private @Nullable Finding wrongCharge(String check) {
    Finding broken = report.brokenBy(check);
    boolean isIt = broken != null && broken.advice().equals(ResponseComparison.WRONG_CHARGE);
    return isIt ? broken : null;
  }

  private CreateLoadInput firstOrder() {
    try {
      return FreightJson.read(CreateLoadInput.class, new Buffer().writeUtf8(context.order()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The charge of a call, also of a failed one.
   *
   * @param direct the check that has sent the same call
   */
  private Charge charge(String direct, Findings found, Function<Findings, Charge> call) {
    try {
      Charge charge = call.apply(found);
      if (found.charge.isEmpty()) found.charge = charge.kind().toString();
      return charge;
    } catch (FreightException e) {
      found.charge = e.getClass().getSimpleName() + ", " + e.charge().kind();
      String fact = "the client fails with " + e.getClass().getSimpleName();
      boolean isRead = !(e instanceof FreightDecodingException);
      Finding own =
          isRead
              ? Finding.notSeen(fact, "Run it again.")
              : Finding.broken(fact, Finding.ASK_OPERATOR);
      if (e instanceof RateLimitedException) own = ResponseComparison.RATE_LIMITED;
      found.add(Objects.requireNonNullElse(report.brokenBy(direct), own));
      return e.charge();
    } catch (IllegalArgumentException e) {
      found.add(SLASHES);
      return Charge.NONE;
    }
  }
}
