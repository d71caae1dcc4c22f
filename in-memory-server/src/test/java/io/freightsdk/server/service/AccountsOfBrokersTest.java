package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.service.IdempotencyResults.Remembered;
import io.freightsdk.server.service.StoredLoad.LoadIds;
import io.freightsdk.server.support.BareService;
import io.freightsdk.server.view.Scope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AccountsOfBrokersTest {
  private static final BigDecimal FIVE = new BigDecimal("5.00");

  @Test
  void aKeyInUseOpensNoAccount() {
    Accounts accounts = BareService.create().accounts();
    accounts.open(null, FIVE, true, "key", Scope.all());

    assertThatThrownBy(() -> accounts.open(null, FIVE, true, "key", Scope.all()))
        .hasMessageContaining("in use");

    assertThat(accounts.all()).hasSize(1);
  }

  @Test
  void onlyTimeForgetsAKeyHoweverManyThereAre() {
    IdempotencyResults results = new IdempotencyResults();
    LoadIds ids =
        new LoadIds("LD-2026-0001", "brk", Instant.EPOCH, new UUID(1, 2), "trk_1", "drv_1");
    LoadCreation.Outcome outcome = new LoadCreation.Outcome(ids, null, null);
    for (int i = 0; i <= 200_000; i++) {
      results.remember("key-" + i, new Remembered(Instant.EPOCH, 0, outcome));
    }
    Instant endOfTheDay = Instant.EPOCH.plus(Duration.ofHours(24));
    assertThat(results.find("key-0", endOfTheDay.minusMillis(1))).isNotNull();

    results.remember("next", new Remembered(endOfTheDay, 0, outcome));
    assertThat(results.find("key-0", endOfTheDay)).isNull();
    assertThat(results.byKey).containsOnlyKeys("next");
  }
}
