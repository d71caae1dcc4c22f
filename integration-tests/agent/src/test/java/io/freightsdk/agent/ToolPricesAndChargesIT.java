package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.spend.SpendLimit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One price in the text, the approval, the limit, the charge and the result. */
class ToolPricesAndChargesIT {
  private final AgentFixture fixture = AgentFixture.withBalance("100.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void priceIncreaseCannotExceedTheDailyLimit() {
    AgentFixture.Toolbox tools = fixture.tools(b -> b.sharedLimits(SpendLimit.perDay("2.00")));
    tools.createLoad("PO-0");
    fixture.server.price("load_create", "20.00");
    fixture.later(Duration.ofSeconds(10));

    List<ToolResult> results =
        List.of(tools.createLoad("PO-1"), tools.createLoad("PO-2"), tools.createLoad("PO-3"));

    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.error().code()).isEqualTo("SPEND_LIMIT");
              assertThat(result.error().details()).containsEntry("priceUsd", "20.00");
            });
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void priceInTheBudgetIsThePriceOfTheNextCall() {
    AgentFixture.Toolbox tools = fixture.tools(b -> b.sharedLimits(SpendLimit.perDay("2.00")));
    fixture.server.price("load_create", "20.00");

    Object shown = Json.at(tools.call("get_budget", ""), "pricesUsd");
    ToolResult next = tools.createLoad("PO-1");

    assertThat(shown).asString().contains("create_load=20.00");
    assertThat(next.error().details()).containsEntry("priceUsd", "20.00");
    assertThat(tools.named("create_load").description()).contains("Costs 20.00 USD");
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void concurrentCallsShareOneReadOfThePrices() throws Exception {
    AgentFixture.Toolbox tools = fixture.tools();
    long before = fixture.sent(Operation.GET_PRICING);
    fixture.later(Duration.ofSeconds(5));

    AgentFixture.inParallel(10, i -> tools.createLoad("PO-" + i));

    assertThat(fixture.sent(Operation.GET_PRICING) - before).isEqualTo(1);
    assertThat(fixture.debits()).hasSize(10);
  }

  @Test
  void reportedChargesOfRepeatsAddUpToTheDebits() {
    AgentFixture.Toolbox tools = fixture.tools();
    int reported = 0;
    for (int i = 0; i < 6; i++) {
      // Other tools over the same client and ledger: no memory of the first result.
      AgentFixture.Toolbox others = i % 2 == 0 ? tools : fixture.tools();
      ToolResult result = others.createLoad("PO-" + i / 3);
      if (Boolean.TRUE.equals(Json.at(result, "created"))) reported++;
      boolean paid =
          result.charge().kind() == Charge.Kind.CHARGED && !result.charge().equals(Charge.NONE);
      assertThat(Json.at(result, "chargedUsd")).isEqualTo(paid ? "0.65" : "0.00");
      if (!paid) {
        assertThat(Json.object(result.json())).containsEntry("created", false);
      }
    }
    assertThat(reported).isEqualTo(2);
    assertThat(fixture.debits()).containsExactly("0.65", "0.65");
  }

  /** Whether it was created nobody knows, and the service may have forgotten its key. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lostCreationRepeatedADayLaterIsOneLoad(boolean wasCreated) {
    AgentFixture.Toolbox tools = fixture.tools();
    Fault lost = wasCreated ? Fault.closeAfterCommit() : Fault.closeBeforeProcessing();
    fixture.server.faults().next(Operation.CREATE_LOAD, lost);
    assertThat(tools.createLoad("PO-1").charge()).isEqualTo(Charge.UNKNOWN);
    fixture.later(Duration.ofHours(25));
    fixture.server.clock().advance(Duration.ofHours(25));

    ToolResult again = tools.createLoad("PO-1");

    assertThat(Json.at(again, "created")).isEqualTo(!wasCreated);
    assertThat(Json.at(again, "chargedUsd")).isEqualTo(wasCreated ? "0.00" : "0.65");
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  /** The service remembers a key for a day, by its own clock. */
  @ParameterizedTest
  @CsvSource({"PT22H59M, true", "PT23H57M, false", "PT25H, false"})
  void lostCreationIsRepeatedWithItsKeyWhileTheKeyIsValid(Duration age, boolean isSame) {
    AgentFixture.Toolbox tools = fixture.tools();
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    tools.createLoad("PO-1");
    fixture.later(age);
    fixture.server.clock().advance(age);

    assertThat(tools.createLoad("PO-1").failed()).isFalse();

    List<String> keys = keysOfCreations();
    assertThat(keys).hasSize(2).doesNotContainNull();
    assertThat(keys.get(0).equals(keys.get(1))).isEqualTo(isSame);
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  private List<String> keysOfCreations() {
    return fixture.broker.requests().stream()
        .filter(request -> request.operation() == Operation.CREATE_LOAD)
        .map(RecordedRequest::idempotencyKey)
        .toList();
  }

  /** A service may remember its refusal under the key. */
  @Test
  void creationWithoutAChargeIsRepeatedWithAnotherKey() {
    AgentFixture.Toolbox tools = fixture.tools();
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    assertThat(tools.createLoad("PO-1").charge()).isEqualTo(Charge.NONE);

    assertThat(tools.createLoad("PO-1").failed()).isFalse();

    assertThat(keysOfCreations()).hasSize(2).doesNotContainNull().doesNotHaveDuplicates();
    assertThat(fixture.debits()).containsExactly("0.65");
  }

  @Test
  void repeatIsReportedAsARepeat() {
    AgentFixture.Toolbox tools = fixture.tools();
    tools.createLoad("PO-1");

    ToolResult repeated = fixture.tools().createLoad("PO-1");

    assertThat(Json.object(repeated.json()))
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
  }

  @Test
  void paidToolsReportARefusedKey() {
    fixture.server.faults().always(Operation.GET_PRICING, Fault.status(401));
    fixture.later(Duration.ofMinutes(10));

    ToolError error = fixture.tools().createLoad("PO-1").error();

    assertThat(error.code()).isEqualTo("KEY_REFUSED");
    assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
  }

  @Test
  void maxPriceIsNotReportedAsUsedUp() {
    try (AgentFixture thrifty = AgentFixture.withClient(client -> client.maxPrice("0.50"))) {
      ToolError error = thrifty.tools().createLoad("PO-1").error();

      assertThat(error.code()).isEqualTo("PRICE_TOO_HIGH");
      assertThat(error.retry()).isEqualTo(ToolError.Retry.AFTER_USER_ACTION);
      assertThat(error.message())
          .contains("no single call may cost more than 0.50 USD")
          .doesNotContain("used up");
      assertThat(thrifty.sent(Operation.CREATE_LOAD)).isZero();
    }
  }

  /** The service still knows its key, and the ledger begins a new entry for it. */
  @Test
  void orderRepeatedBeforeItsKeyExpiresIsFree() {
    AgentFixture.Toolbox tools = fixture.tools();
    tools.createLoad("PO-1");
    Duration nearlyADay = Duration.ofHours(23).plusMinutes(57);
    fixture.later(nearlyADay);
    fixture.server.clock().advance(nearlyADay);

    ToolResult again = tools.createLoad("PO-1");

    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.ledger.totals().spentUsd()).isEqualByComparingTo("0.65");
    assertThat(fixture.debits()).containsExactly("0.65");
  }
}
