package io.freightsdk.examples.orderservice.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.examples.orderservice.problem.WrongFieldsException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTest {
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
