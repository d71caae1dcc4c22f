package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.contact.AlteredService.ReceivedRequest;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program against services that charge for refused calls: its limit holds. */
class SpendingLimitIT {
  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  private static boolean isCreation(ReceivedRequest received) {
    return received.method().equals("POST") && received.path().equals("/v1/agent/loads");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.02", "0.65", "1.30", "1.95", "3.00"})
  void serviceThatSellsEverythingStopsAtTheLimit(String spend) {
    service.alter(
        received -> isCreation(received) ? service.sell(received) : service.forward(received));

    ProgramRun.with(service, folder, "--spend", spend);

    assertThat(service.gone()).isLessThanOrEqualTo(new BigDecimal(spend));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void randomSalesAndLateBalancesStayWithinTheLimit(int seed) {
    Random random = new Random(seed);
    int sold = random.nextInt(1, 100);
    service.lag(Duration.ofSeconds(random.nextInt(4) * 25L));
    BigDecimal spend = BigDecimal.valueOf(random.nextInt(60, 260), 2);
    service.alter(
        received -> {
          boolean isSold;
          synchronized (random) {
            isSold = random.nextInt(100) < sold;
          }
          return isSold && isCreation(received)
              ? service.sell(received)
              : service.forward(received);
        });

    ProgramRun.with(service, folder, "--spend", spend.toPlainString());

    assertThat(service.gone()).isLessThanOrEqualTo(spend);
  }

  @Test
  void priceIncreaseBeforeTheCallCostsNothing() {
    service.alter(
        received -> {
          if (received.isConfirmation(1)) service.server.price("load_create", "0.90");
          return service.forward(received);
        });

    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "0.70");

    assertThat(service.gone()).isZero();
    assertThat(contact.row("the price list changes").seen())
        .startsWith("Not run: createLoad and 16 more");
    assertThat(contact.code()).isEqualTo(3);
  }

  /** No request can name a maximum price, so one call can exceed the limit. */
  @Test
  void priceIncreaseDuringTheCallIsChargedOnce() {
    service.alter(
        received -> {
          if (received.isCreation(1)) service.server.price("load_create", "0.90");
          return service.forward(received);
        });

    ProgramRun contact = ProgramRun.with(service, folder, "--spend", "0.70");

    assertThat(service.broker.debits()).hasSize(1);
    assertThat(contact.file()).contains("0.90 USD spent", "costs 0.90 USD instead of 0.65 USD");
  }
}
