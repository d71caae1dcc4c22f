package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLedger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load number that no URL can carry is refused by its name before a read. */
class WatchArgumentsTest {
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl("http://127.0.0.1:1")
          .agentKey("agentkey-0123456789abcdef")
          .spendGuard(SpendLedger.inMemory().guard())
          .build();
  private final FreightWatches watches = FreightWatches.of(client);

  @AfterEach
  void close() {
    watches.close();
    client.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "a/b", "LD-\ud800"})
  void whatNoUrlCanCarryIsNotWatched(String loadNumber) {
    assertThat(catchThrowable(() -> watches.watch(loadNumber, WatchOptions.DEFAULT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loadNumber");
  }
}
