package io.freightsdk.examples.quickstart;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Five orders and a drive, against a server in this JVM. Several attempts fail, and the ledger
 * accounts for every cent. Each line has the server's time, the charge of a call or attempt, and
 * the event.
 */
public final class Quickstart {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The whole service. Its clock stands still, except while a truck drives. */
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T08:00:00Z"))
          .frozenClock()
          .start();

  private final Broker broker =
      server.createBroker("2.00").deliveryCompletion(DeliveryCompletion.ON_BOL);

  private final SpendLedger ledger = SpendLedger.inMemory(server.clock().asClock());

  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(broker.baseUrl())
          .agentKey(broker.agentKey())
          .clock(server.clock().asClock())
          .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofMinutes(5)).build())
          .spendGuard(ledger.guard(SpendLimit.perDay("3.00")))
          .listener(this::attemptEnded)
          .build();

  private final PrintStream out;

  Quickstart(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) {
    new Quickstart(System.out).run();
  }

  void run() {
    try (server;
        client) {
      String loadNumber = createLoads();
      meetTheLimit();
      drive(loadNumber);
      accountForEveryCent();
    }
  }

  private String createLoads() {
    CreateLoadOutcome first = client.createLoad(order("PO-1"));
    print(first.charge(), "PO-1 is load " + first.loadNumber());

    // Billing is down for a moment.
    broker.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    CreateLoadOutcome second = client.createLoad(order("PO-2"));
    print(second.charge(), "PO-2 is load " + second.loadNumber() + ", sent again by the client");

    // The load is created and charged, but the response is lost: only its key finds it again.
    broker.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CreateLoadOutcome third = client.createLoad(order("PO-3"));
    int debits = broker.debitsFor(third.loadNumber()).size();
    print(
        third.charge(),
        "PO-3 is load " + third.loadNumber() + ", sent again under its key; debits: " + debits);

    // 2.00 USD were enough for three loads: the call returns after the top-up below.
    CreateLoadOutcome fourth = client.createLoad(order("PO-4"));
    print(
        fourth.charge(),
        "PO-4 is load " + fourth.loadNumber() + ", sent again after a top-up of 5.00 USD");
    return first.loadNumber();
  }

  /** Called after each attempt, before the client sends the call again. */
  private void attemptEnded(CallEvent event) {
    if (event instanceof CallEvent.AttemptEnded attempt && attempt.failure() != null) {
      // After the semicolon, a message has the next step. Here the client does it automatically.
      String message = String.valueOf(attempt.failure().getMessage());
      print(attempt.charge(), message.substring(0, message.indexOf(';')));
      if (attempt.failure() instanceof InsufficientFundsException) broker.credit("5.00");
    }
  }

  private void meetTheLimit() {
    // 2.60 of the 3.00 USD are spent: the call is refused before anything is sent.
    try {
      client.createLoad(order("PO-5"));
    } catch (SpendLimitExceededException notSent) {
      print(notSent.charge(), String.valueOf(notSent.getMessage()));
    }
  }

  /** The truck sends a GPS fix each minute of the server's time, which passes as it drives. */
  private void drive(String loadNumber) {
    for (LoadStatus next :
        List.of(LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, LoadStatus.AT_DELIVERY)) {
      server.driver(loadNumber).driveUntil(next);
      FreightResponse<LoadPosition> read = client.withResponse().getLoadPosition(loadNumber);
      LoadPosition at = read.value();
      String driven = at.distanceMiles() + " miles, " + at.pingCount() + " GPS fixes";
      print(read.charge(), loadNumber + " is " + at.status() + ": " + driven);
    }
    var confirmed = client.withResponse().confirmDelivery(loadNumber);
    print(
        confirmed.charge(),
        loadNumber + " is " + confirmed.value().newStatus() + ": bill of lading confirmed");
  }

  /** The ledger of the client agrees with the debits of the service. */
  private void accountForEveryCent() {
    BigDecimal spent = ledger.totals().spentUsd();
    BigDecimal taken = sum(broker.debits()).negate();
    BigDecimal left = sum(broker.ledger());
    BigDecimal balance = client.getBalance().balanceUsd();
    if (balance == null || left.compareTo(balance) != 0 || taken.compareTo(spent) != 0) {
      throw new IllegalStateException(
          "spent " + spent + ", taken " + taken + ", left " + left + ", balance " + balance);
    }
    print(
        Charge.charged(spent),
        "in all, in the client's ledger as in the broker's, which adds up to the balance of "
            + left
            + " USD");
  }

  private static BigDecimal sum(List<LedgerEntry> entries) {
    return entries.stream()
        .map(LedgerEntry::signedAmountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private void print(Charge charge, String what) {
    String lines = what.replaceAll("(.{90}\\S*) ", "$1\n" + " ".repeat(17));
    String time = TIME.format(server.clock().now());
    out.printf(Locale.ROOT, "%s  %-8s  %s%n", time, charge, lines);
  }

  private static CreateLoadInput order(String reference) {
    return CreateLoadInput.builder()
        .customerRef(reference)
        .driverPhone("+13125550142")
        .pickups(
            StopInput.builder()
                .address("255 E 5th St")
                .city("Cincinnati")
                .state("OH")
                .zip("45202")
                .build())
        .deliveries(
            StopInput.builder()
                .address("120 Gary Wade Blvd")
                .city("Sevierville")
                .state("TN")
                .zip("37862")
                .build())
        .build();
  }
}
