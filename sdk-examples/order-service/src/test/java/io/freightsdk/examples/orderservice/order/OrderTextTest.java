package io.freightsdk.examples.orderservice.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.examples.orderservice.problem.Mistake;
import io.freightsdk.examples.orderservice.problem.WrongFieldsException;
import io.freightsdk.jobs.OrderState;
import io.freightsdk.model.LoadStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTextTest {
  @Test
  void eachStateIsExplained() {
    List<String> states = new ArrayList<>();
    for (OrderState.State state : OrderState.State.values()) states.add(state.name());
    states.remove("BOOKED"); // Its load has a status.
    for (LoadStatus status : LoadStatus.known()) states.add(status.value());
    assertThat(states).hasSizeGreaterThan(9);
    for (String state : states) {
      assertThat(Order.explanation(state, List.of(), false)).as(state).isNotBlank();
    }
    assertThat(Order.explanation("OF_NEXT_YEAR", List.of(), false)).isNull();
    assertThat(Order.explanation("WITHDRAWN", List.of(), true)).contains("may have created");
  }

  @Test
  void anOrderThatStoppedNamesItsErrors() {
    List<Mistake> errors = List.of(new Mistake("pickups.0.zip", "missing"));
    assertThat(Order.explanation("STOPPED", errors, false))
        .isEqualTo(
            "The freight service refused pickups.0.zip: missing. PUT it corrected, or DELETE it.");
    assertThat(Order.explanation("STOPPED", List.of(), false))
        .isEqualTo(
            "The freight service refused its content. Ask us why, and PUT it again, or DELETE it.");
  }

  /** The customer a with the order b/c would be the customer a/b with the order c. */
  @Test
  void noReferenceIsThatOfAnotherCustomer() {
    assertThat(Order.reference("acme", "PO-1")).isEqualTo("acme/PO-1");
    for (String name : List.of("", " ", "a/b", "a\\b", "a b", ".", "..", "a\n", "a\u0000", "ä")) {
      assertThatThrownBy(() -> Order.reference("acme", name))
          .isInstanceOf(WrongFieldsException.class)
          .hasMessageContaining("number");
      assertThatThrownBy(() -> Order.reference(name, "PO-1"))
          .isInstanceOf(WrongFieldsException.class)
          .hasMessageContaining("customer");
    }
  }
}
