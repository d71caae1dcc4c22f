package io.freightsdk.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.error.FreightException;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a ledger checks, returns or reports shows an agent key, a link or a phone. */
class SecretsOfALedgerTest extends ServerFixture {
  private final List<String> shown = new ArrayList<>();

  /** A guard that shows its arguments and results. */
  private SpendGuard showing(SpendGuard guard) {
    return new SpendGuard() {
      @Override
      public Decision reserve(Purchase purchase) {
        shown.add(purchase.toString());
        Decision made = guard.reserve(purchase);
        shown.add(made.toString());
        return made;
      }

      @Override
      public Charge complete(Purchase purchase, Outcome outcome) {
        shown.add(purchase + " " + outcome);
        return guard.complete(purchase, outcome);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void argumentsAndResultsOfALedgerShowNoSecret(CallStyle style) {
    try (SpendLedger ledger = SpendLedger.inMemory(world.clock())) {
      LedgerGuard guard = ledger.guard(SpendLimit.total("0.66"));
      FreightClient client = client(builder().spendGuard(showing(guard)));
      CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops(), key("order-1"));
      style.createLoad(client, SampleLoads.twoStops(), key("order-1"));
      FreightException refused =
          catchThrowableOfType(
              FreightException.class, () -> style.getLoadPosition(client, load.loadNumber()));
      shown.addAll(List.of(refused.toString(), guard.toString()));
      shown.add(ledger.entries(SpendFilter.all()).toList() + " " + ledger.totals());
      shown.add(ledger.compare(client).toString());

      assertThat(String.join("\n", shown))
          .contains("Purchase[", "Reservation[", "LimitExceeded[")
          .doesNotContain(broker.agentKey(), load.trackingLink(), "3125550142", "drv_", "trk_");
    }
  }

  /** Passed by mistake, as from a driver's message. */
  @ParameterizedTest
  @ValueSource(strings = {"drv_50f4c2aa00112233445566ff", "+13125550142"})
  void secretPassedAsLoadNumberIsMasked(String secret) {
    try (SpendLedger ledger = SpendLedger.inMemory(world.clock())) {
      FreightClient client = client(builder().spendGuard(showing(ledger.guard())));
      shown.add(catchThrowable(() -> client.getLoadPosition(secret)).toString());
      SpendFilter ofLoad = SpendFilter.all().loadNumber(secret);
      List<SpendEntry> entries = ledger.entries(ofLoad).toList();
      assertThat(entries).singleElement().returns(secret, SpendEntry::loadNumber);
      shown.addAll(List.of(entries.toString(), ofLoad.toString()));
      shown.add(new Outcome(Charge.Kind.NONE, secret, null, null, null).toString());
      shown.add(
          new BalanceAdjustment(world.now(), "account", READ, secret, "Ann", "a refund")
              .toString());

      assertThat(String.join("\n", shown)).contains("***").doesNotContain("0142", "drv_");
    }
  }

  @Test
  void outcomeDoesNotShowItsLink() {
    String link = "https://tms.example/track/trk_1";
    assertThat(new Outcome(Charge.Kind.CHARGED, "LD-2026-0001", "L1", link, null))
        .asString()
        .contains("LD-2026-0001")
        .doesNotContain("trk_");
  }
}
