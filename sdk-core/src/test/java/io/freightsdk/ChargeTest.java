package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChargeTest {
  private static Charge exact(String amountUsd) {
    return Charge.exact(new BigDecimal(amountUsd));
  }

  @Test
  void amountsAreEqualByNumber() {
    assertThat(exact("0.65")).isEqualTo(exact("0.650")).hasSameHashCodeAs(exact("0.650"));
    assertThat(exact("0.65")).isNotEqualTo(exact("0.66")).isNotEqualTo(Charge.UNKNOWN);
    assertThat(exact("0.00")).isSameAs(Charge.NONE);
    assertThatThrownBy(() -> exact("-1")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void unknownMakesASumUnknown() {
    assertThat(exact("0.02").plus(exact("0.02"))).isEqualTo(exact("0.04"));
    assertThat(Charge.NONE.plus(exact("0.02"))).isEqualTo(exact("0.02"));
    assertThat(exact("0.02").plus(Charge.UNKNOWN)).isSameAs(Charge.UNKNOWN);
    assertThat(Charge.NONE.amountUsd()).isEqualByComparingTo("0");
    assertThat(Charge.UNKNOWN.amountUsd()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NONE", "UNKNOWN", "EXACT"})
  void constantsStayConstantsThroughSerialization(Charge.Kind kind) throws Exception {
    Charge charge =
        switch (kind) {
          case NONE -> Charge.NONE;
          case UNKNOWN -> Charge.UNKNOWN;
          case EXACT -> exact("0.65");
        };
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(charge);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Object read = in.readObject();
      assertThat(read).isEqualTo(charge);
      if (kind != Charge.Kind.EXACT) {
        assertThat(read).isSameAs(charge);
      }
    }
  }

  @Test
  void randomKeysAreUuidsOfVersionSevenThatSortByTime() {
    UUID early = IdempotencyKeys.uuidV7(1_763_632_800_000L, -1L, -1L);
    UUID late = IdempotencyKeys.uuidV7(1_763_632_800_001L, 0L, 0L);
    assertThat(early.version()).isEqualTo(7);
    assertThat(early.variant()).isEqualTo(2);
    assertThat(early.toString()).isLessThan(late.toString());
    assertThat(IdempotencyKeys.random()).hasSize(36).isNotEqualTo(IdempotencyKeys.random());
  }
}
