package com.example;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;

/** Creates and reads a load. Fails if the spent amount differs. Arguments: base URL, agent key. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient client =
            FreightClient.builder()
                .baseUrl(arguments[0])
                .agentKey(arguments[1])
                .spendGuard(ledger.guard(SpendLimit.perDay("5.00")))
                .build()) {
      expect("balance", new BigDecimal("25.00"), client.getBalance().balanceUsd());
      StopInput stop =
          StopInput.builder().address("1 Main St").city("Corbin").state("KY").zip("40701").build();
      CreateLoadOutcome load =
          client.createLoad(
              CreateLoadInput.builder()
                  .driverPhone("+13125550142")
                  .pickups(stop)
                  .deliveries(stop)
                  .build());
      if (client.getLoadPosition(load.loadNumber()).stops().size() != 2) {
        throw new IllegalStateException("the load does not have two stops");
      }
      try {
        client.getLoadPosition("LD-2026-9999");
        throw new IllegalStateException("a missing load was found");
      } catch (LoadNotFoundException refused) {
        expect("status", 404, refused.status());
        if (!refused.getMessage().startsWith("getLoadPosition LD-2026-9999: ")) throw refused;
      }
      expect(
          "price",
          new BigDecimal("0.65"),
          client.async().getPricing().join().prices().get("load_create"));
      expect("spent", new BigDecimal("0.67"), ledger.totals().spentUsd());
    }
  }

  private static void expect(String name, BigDecimal expected, BigDecimal actual) {
    if (actual == null || expected.compareTo(actual) != 0) {
      throw new IllegalStateException(name + ": expected " + expected + ", got " + actual);
    }
  }

  private static void expect(String name, int expected, int actual) {
    if (expected != actual) {
      throw new IllegalStateException(name + ": expected " + expected + ", got " + actual);
    }
  }
}
