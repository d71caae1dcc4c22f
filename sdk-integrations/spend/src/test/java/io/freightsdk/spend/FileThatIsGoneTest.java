package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.spend.file.FileStorage;
import io.freightsdk.testing.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger whose file is gone for a while: nothing is sent, and nothing that was paid is lost. */
class FileThatIsGoneTest {
  @TempDir Path folder;
  private final VirtualTime time = new VirtualTime();

  private TestLedger open() {
    return new TestLedger(FileStorage.open(folder.resolve("ledger"), time), time);
  }

  @Test
  void whatWasPaidMeanwhileIsBookedWhenItIsBack() throws IOException {
    try (LogLines log = new LogLines()) {
      TestLedger ledger = open();
      Reservation reservation = ledger.hold(null, "0.65", "key");
      Path file = folder.resolve("ledger");
      Path away = Files.move(file, folder.resolve("away"));

      assertThat(ledger.complete(reservation, Charge.Kind.CHARGED))
          .isEqualTo(Charge.charged("0.65"));
      assertThatThrownBy(() -> ledger.reserve(null, "0.65", "other"))
          .isInstanceOf(SpendLedgerException.class)
          .hasMessageContaining("has gone, so nobody knows what was spent");

      Files.move(away, file);
      time.advance(Duration.ofSeconds(2));
      assertThat(open().totals().chargedUsd()).isEqualByComparingTo("0.65");
      assertThat(open().totals().unknownUsd()).isZero();
      assertThat(log.warnings()).isNotEmpty();
    }
  }
}
