package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.agent.ReferenceCheck.Verdict;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One order is one load, in whichever case, spaces and punctuation a model writes its reference.
 */
class ReferenceIT {
  private final AgentFixture fixture = AgentFixture.withBalance("100.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PO-7731\\u200b", "PO\\u00ad-7731", "\\u202ePO-7731", "PO-\\t7731"})
  void invisibleCharactersAreRefused(String escaped) {
    ToolResult result = fixture.tools().createLoad(escaped);

    assertThat(result.error().code()).isEqualTo("INVALID_ARGUMENTS");
    assertThat(result.error().message()).contains("customerRef: has invisible characters");
    assertThat(fixture.debits()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"po-7731", "PO 7731", "PO_7731", "PO - 7731", "PO\u20107731", "PO#7731"})
  void caseSpacesAndPunctuationDoNotChangeAnOrder(String written) {
    AgentFixture.Toolbox tools = fixture.tools();
    ToolResult first = tools.createLoad("PO-7731");

    ToolResult again = tools.createLoad(written);

    assertThat(Json.object(again.json()))
        .containsEntry("loadNumber", Json.at(first, "loadNumber"))
        .containsEntry("created", false)
        .containsEntry("chargedUsd", "0.00");
    assertThat(fixture.debits()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PO-7732",
        "PO-77310",
        "P-7731",
        "77-31",
        "7-731",
        "PO-7731-2",
        "PO7731",
        "PO-07731"
      })
  void anotherLetterOrDigitIsAnotherOrder(String other) {
    AgentFixture.Toolbox tools = fixture.tools();
    tools.createLoad("PO-7731");
    tools.createLoad("773-1");

    assertThat(Json.at(tools.createLoad(other), "created")).isEqualTo(true);
  }

  /** The second order with it would get the load of the first, with another driver. */
  @ParameterizedTest
  @CsvSource({"N/A, N-A", "null, NULL", "none, NONE", "Tbd, TBD", "' unknown ', UNKNOWN"})
  void placeholderIsRefusedByName(String written, String shown) {
    AgentFixture.Toolbox tools = fixture.tools();

    for (ToolResult refused :
        List.of(
            tools.createLoad(written),
            tools.call("list_loads", "{\"customerRef\":\"" + written + "\"}"))) {
      assertThat(refused.error().code()).isEqualTo("INVALID_ARGUMENTS");
      assertThat(refused.error().message())
          .startsWith("customerRef: \"" + shown + "\" is a placeholder");
    }
    assertThat(Json.at(tools.createLoad("NONE-1"), "created")).isEqualTo(true);
    assertThat(fixture.debits()).hasSize(1);
  }

  /** A reader of JSON takes 100.10 and 100.1 for one number, and 07731 for none. */
  @Test
  void unquotedNumberIsRefused() {
    AgentFixture.Toolbox tools = fixture.tools();

    for (String number : List.of("100.10", "100.1")) {
      ToolResult refused =
          tools.call("create_load", AgentFixture.load("X").replace("\"X\"", number));
      assertThat(refused.error().message()).contains("customerRef: expected a string");
      assertThat(Json.at(tools.createLoad(number), "created")).isEqualTo(true);
    }
    assertThat(fixture.debits()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"create_load", "list_loads"})
  void referenceAboveTheMaximumLengthIsRefused(String tool) {
    AgentFixture.Toolbox tools = fixture.tools();
    String longest = "A".repeat(200);
    tools.createLoad(longest);

    ToolResult refused =
        tools.call(
            tool,
            tool.equals("create_load")
                ? AgentFixture.load(longest + "-1")
                : "{\"customerRef\":\"" + longest + "-1\"}");

    assertThat(refused.error().code()).isEqualTo("INVALID_ARGUMENTS");
    assertThat(refused.error().message())
        .contains("customerRef: expected at most 200 characters")
        .contains("the order's own number")
        .contains("Nothing was charged.");
    assertThat(tools.call("list_loads", "{\"customerRef\":\"" + longest + "\"}").json())
        .contains("trackingLink");
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void referenceIsSentInOneSpelling() {
    fixture.tools().createLoad(" po #1 ");

    assertThat(fixture.server.journal().matching(one -> one.operation() == Operation.CREATE_LOAD))
        .singleElement()
        .satisfies(sent -> assertThat(sent.body()).contains("\"customerRef\":\"PO-1\""));
    assertThat(fixture.ledger.entries(SpendFilter.all().customerRef("PO-1"))).hasSize(1);
  }

  @Test
  void concurrentSpellingsMakeOneLoad() throws Exception {
    List<AgentFixture.Toolbox> tools = List.of(fixture.tools(), fixture.tools());
    String[] alike = {"X-1", "x-1", "X 1", "x#1", "X_1", "x 1"};

    List<ToolResult> results =
        AgentFixture.inParallel(
            alike.length * 2, i -> tools.get(i % 2).createLoad(alike[i % alike.length]));

    Set<Object> numbers =
        results.stream().map(result -> Json.at(result, "loadNumber")).collect(Collectors.toSet());
    assertThat(numbers).hasSize(1).doesNotContainNull();
    assertThat(results).filteredOn(one -> !one.charge().equals(Charge.NONE)).hasSize(1);
    assertThat(fixture.debits()).hasSize(1);
  }

  /** Under its key it counts once, so it fits where a second order would not. */
  @Test
  void lostOrderInAnotherSpellingFitsTheLimit() {
    AgentFixture.Toolbox tools = fixture.tools(b -> b.sharedLimits(SpendLimit.perDay("0.65")));
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(tools.createLoad("X-1").error().retry()).isEqualTo(ToolError.Retry.SAME_ARGUMENTS);

    assertThat(tools.createLoad("x 1").failed()).isFalse();
    assertThat(fixture.ledger.totals().unknownUsd()).as("settled").isZero();
    assertThat(fixture.ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(tools.createLoad("X-2").error().code()).isEqualTo("SPEND_LIMIT");
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void orderOfLastWeekReturnsItsLoadFreeOfCharge() {
    AgentFixture.Toolbox tools = fixture.tools();
    Object first = Json.at(tools.createLoad("PO-1"), "loadNumber");
    fixture.later(Duration.ofDays(7));
    fixture.server.clock().advance(Duration.ofDays(7));

    ToolResult again = tools.createLoad("PO-1");

    assertThat(Json.at(again, "loadNumber")).isEqualTo(first);
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void referenceCheckAcceptsRejectsAndSuggests() {
    ReferenceCheck orders =
        (ref, scope) ->
            switch (ref) {
              case "PO-1" -> Verdict.accept();
              case "PO-L" -> Verdict.suggest("PO-1");
              case "PO-BROKEN" -> throw new IllegalStateException("secret");
              case "PO-UNLINKED" -> throw new NoClassDefFoundError("secret");
              default -> Verdict.reject();
            };
    AgentFixture.Toolbox tools = fixture.tools(b -> b.referenceCheck(orders));

    assertThat(tools.createLoad("po 1").failed()).isFalse();
    assertThat(tools.createLoad("PO-l").error().message()).contains("whether \"PO-1\" is meant");
    assertThat(tools.createLoad("PO-9").error().code()).isEqualTo("REFERENCE_UNKNOWN");
    for (String order : List.of("PO-broken", "PO-unlinked")) {
      ToolResult broken = tools.createLoad(order);
      assertThat(broken.error().code()).isEqualTo("REFERENCE_UNCHECKED");
      assertThat(broken.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
      assertThat(broken.json()).doesNotContain("secret");
    }
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void logHasTheStackTraceOfAReferenceCheckWithoutItsMessage() {
    ReferenceCheck broken =
        (ref, scope) -> {
          throw new IllegalStateException("secret");
        };
    try (LogLines log = new LogLines()) {
      fixture.tools(b -> b.referenceCheck(broken)).createLoad("PO-1");

      assertThat(log.errors())
          .containsExactly(
              "create_load: the ReferenceCheck failed: java.lang.IllegalStateException");
      assertThat(log.stackTraces()).contains("ReferenceIT.java").doesNotContain("secret");
    }
  }

  @Test
  void refusedOrderIsNotRecorded() {
    AgentFixture.Toolbox tools = fixture.tools(b -> b.sharedLimits(SpendLimit.total("0.10")));
    assertThat(tools.createLoad("PO-1").error().code()).isEqualTo("SPEND_LIMIT");
    assertThat(tools.createLoad("po 1").error().code()).isEqualTo("SPEND_LIMIT");
  }
}
