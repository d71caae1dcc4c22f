package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.contact.AlteredService.Asked;
import io.freightsdk.examples.contact.AlteredService.Told;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Services that sell where ours refuses: no more is taken than was allowed. */
class LenientServiceIT {
  private static final String SOLD = new Orders(Contact.PHONE, () -> "lenient").withoutReference();

  private static final BigDecimal TOPPED_UP = new BigDecimal("-5.00");

  @AutoClose private final AlteredService service = new AlteredService();
  @TempDir private Path folder;

  private Told sell(Asked asked) {
    Map<String, String> headers =
        Map.of(
            "Authorization",
            "Bearer " + service.broker.agentKey(),
            "Content-type",
            "application/json");
    return service.forward(new Asked(asked.method(), asked.path(), headers, SOLD, asked.nth()));
  }

  private static boolean isCreation(Asked asked) {
    return asked.method().equals("POST") && asked.path().equals("/v1/agent/loads");
  }

  private void assertNoMoreThan(String usd) {
    assertThat(service.gone()).isLessThanOrEqualTo(new BigDecimal(usd));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.02", "0.65", "1.30", "1.95", "3.00"})
  void aServiceThatSellsForEverythingStopsAtTheSum(String spend) {
    service.alter(asked -> isCreation(asked) ? sell(asked) : service.forward(asked));

    Contact.with(service, folder, "--spend", spend, "--yes");

    assertNoMoreThan(spend);
  }

  @Test
  void theFirstLoadThatIsSoldForAWrongOrderIsTheLast() {
    service.alter(
        asked -> isCreation(asked) && asked.nth() > 6 ? sell(asked) : service.forward(asked));

    Contact contact = Contact.with(service, folder, "--spend", "9.00", "--yes");

    assertThat(contact.row("An order with missing fields").result()).isEqualTo("broken");
    assertThat(service.gone()).isEqualByComparingTo("1.97");
    assertThat(contact.terminal()).contains("!! the paid part ended");
    assertThat(contact.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void whateverIsSoldAndHoweverLateTheBalanceShowsItTheSumHolds(int seed) {
    Random random = new Random(seed);
    int sold = random.nextInt(1, 100);
    service.lag(Duration.ofSeconds(random.nextInt(4) * 25L));
    BigDecimal spend = BigDecimal.valueOf(random.nextInt(60, 260), 2);
    service.alter(
        asked -> {
          boolean isSold;
          synchronized (random) {
            isSold = random.nextInt(100) < sold;
          }
          return isSold && isCreation(asked) ? sell(asked) : service.forward(asked);
        });

    Contact.with(service, folder, "--spend", spend.toPlainString(), "--yes");

    assertNoMoreThan(spend.toPlainString());
  }

  private void raiseTo(String usd) {
    service.server.price("load_create", usd);
  }

  @Test
  void aPriceThatRisesAfterTheListWasReadBuysNothing() {
    service.alter(
        asked -> {
          if (asked.isConfirmation(1)) raiseTo("0.90");
          return service.forward(asked);
        });

    Contact contact = Contact.with(service, folder, "--spend", "0.70", "--yes");

    assertThat(service.gone()).isZero();
    assertThat(contact.row("A creation is answered").seen())
        .isEqualTo(
            "not asked: the listed price of `load_create` changed from 65 cents to 90 cents");
    assertThat(contact.file()).contains("**The paid part ended, because the listed price of");
    assertThat(contact.code()).isEqualTo(3);
  }

  /** What may become of a price list, whose other members stay. */
  enum OtherList {
    RISEN {
      @Override
      Told of(Told list) {
        return list.withBody(list.body().replace("0.65", "0.66"));
      }
    },
    RISEN_READ {
      @Override
      Told of(Told list) {
        return list.withBody(list.body().replace("0.02", "0.03"));
      }
    },
    FALLEN {
      @Override
      Told of(Told list) {
        return list.withBody(list.body().replace("0.65", "0.60"));
      }
    },
    NO_LONGER_FREE {
      @Override
      Told of(Told list) {
        return list.json(body -> ((ObjectNode) body.get("prices")).put("delivery_confirm", 0.01));
      }
    },
    ANOTHER_CURRENCY {
      @Override
      Told of(Told list) {
        return list.withBody(list.body().replace("USD", "EUR"));
      }
    },
    WITHOUT_THE_PRICE {
      @Override
      Told of(Told list) {
        return list.json(body -> ((ObjectNode) body.get("prices")).remove("load_create"));
      }
    },
    AS_TEXT {
      @Override
      Told of(Told list) {
        return list.json(body -> ((ObjectNode) body.get("prices")).put("load_create", "0.65"));
      }
    },
    AWAY {
      @Override
      Told of(Told list) {
        return list.withStatus(503);
      }
    },
    LOST {
      @Override
      Told of(Told list) {
        return Told.NOTHING;
      }
    };

    abstract Told of(Told list);
  }

  @ParameterizedTest
  @EnumSource
  void aListThatChangesAfterTheFirstLoadEndsThePaidPart(OtherList other) {
    AtomicBoolean isOther = new AtomicBoolean();
    service.alter(
        asked -> {
          Told told = service.forward(asked);
          if (asked.isCreation(1)) isOther.set(true);
          boolean isList = asked.path().equals("/v1/agent/pricing");
          return isList && isOther.get() ? other.of(told) : told;
        });

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.row("A creation is answered").result()).isEqualTo("kept");
    assertThat(contact.row("Two creations").result()).isEqualTo("not seen");
    assertThat(contact.row("A confirmation before").result()).isEqualTo("not seen");
    assertThat(contact.row("Our client reads").result()).isEqualTo("not seen");
    assertThat(contact.terminal()).contains("!! the paid part ended, because the", "price");
    assertThat(contact.sentences("broken")).isEmpty();
    assertThat(contact.code()).isEqualTo(3);
    assertThat(service.gone()).isEqualByComparingTo("0.65");
  }

  @Test
  void aPriceThatRisesDuringAWaitBuysNothing() {
    service.alter(
        asked -> {
          if (!asked.isCreation(1)) return service.forward(asked);
          raiseTo("0.90");
          return new Told(429, Map.of("Retry-After", "7"), "{}");
        });

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(service.gone()).isZero();
    assertThat(contact.row("A creation is answered").result()).isEqualTo("not seen");
    assertThat(contact.terminal()).contains("429: waiting 7 s", "!! the paid part ended");
  }

  /** Nothing in the API names the most that a call may cost, so one question can pass the sum. */
  @ParameterizedTest
  @CsvSource({"0.90, 90 cents were taken", "1.30, 130 cents were taken"})
  void aPriceThatRisesBetweenListAndQuestionIsTakenOnceAndTold(String usd, String said) {
    service.alter(
        asked -> {
          if (asked.isCreation(1)) raiseTo(usd);
          return service.forward(asked);
        });

    Contact contact = Contact.with(service, folder, "--spend", "0.70", "--yes");

    assertThat(service.broker.debits()).hasSize(1);
    assertThat(contact.row("A creation is answered").result()).isEqualTo("not seen");
    assertThat(contact.row("A creation is answered").seen())
        .contains(said + ": the listed price of `load_create` changed from 65 cents");
    assertThat(contact.terminal()).contains("!! the paid part ended", said, "cents too many");
    assertThat(contact.sentences("broken")).isEmpty();
    assertThat(contact.code()).isEqualTo(3);
  }

  @Test
  void aPriceThatFallsBetweenListAndQuestionAccusesNobody() {
    service.alter(
        asked -> {
          if (asked.isCreation(1)) raiseTo("0.40");
          return service.forward(asked);
        });

    Contact contact = Contact.with(service, folder, "--spend", "0.70", "--yes");

    assertThat(service.gone()).isEqualByComparingTo("0.40");
    assertThat(contact.row("A creation is answered").seen()).contains("from 65 cents to 40 cents");
    assertThat(contact.sentences("broken")).isEmpty();
  }

  @Test
  void whatTheListWantsMoneyForIsNotAskedAsIfItWereFree() {
    service.alter(
        asked ->
            asked.isPricing(1)
                ? service
                    .forward(asked)
                    .json(
                        body -> {
                          ((ObjectNode) body.get("prices")).put("delivery_confirm", 0.50);
                          ((ObjectNode) body.get("prices")).put("status_update", "0.50");
                          body.put("currency", "EUR");
                        })
                : service.forward(asked));

    Contact contact = Contact.with(service, folder);

    assertThat(service.requests)
        .noneMatch(asked -> asked.method().equals("PATCH"))
        .noneMatch(asked -> asked.path().endsWith("/delivery-confirm"));
    assertThat(contact.row("Every status write").seen()).startsWith("not asked: the price list");
    assertThat(contact.row("The price list has").result()).isEqualTo("broken");
  }

  @Test
  void aTopUpWhileADebitIsWatchedHidesNothingThatWasTaken() {
    AtomicInteger readings = new AtomicInteger();
    service.alter(
        asked -> {
          if (asked.isCreation(1)) service.take("-10.00");
          boolean isAfter = asked.isBalance() && service.gone().compareTo(TOPPED_UP) < 0;
          if (isAfter && readings.incrementAndGet() == 2) service.take("0.65");
          return asked.isCreation(1)
              ? new Told(503, Map.of("content-type", "application/json"), "{\"error\":\"later\"}")
              : service.forward(asked);
        });

    Contact contact = Contact.with(service, folder, "--spend", "0.70", "--yes");

    assertThat(service.gone()).isEqualByComparingTo("-9.35");
    assertThat(contact.terminal()).contains("!! the paid part ended", "130 cents were taken");
    assertThat(contact.sentences("broken")).isEmpty();
  }

  @Test
  void withoutAPriceNothingIsBought() {
    service.alter(
        asked ->
            asked.isPricing(1)
                ? service
                    .forward(asked)
                    .json(
                        body -> {
                          body.putObject("prices");
                        })
                : service.forward(asked));

    Contact contact = Contact.with(service, folder, "--spend", "2.00", "--yes");

    assertThat(contact.row("A creation is answered").seen()).contains("no price");
    assertThat(service.gone()).isZero();
  }
}
