package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChargeTest {
  private static Charge charged(String amountUsd) {
    return Charge.charged(new BigDecimal(amountUsd));
  }

  @Test
  void amountsAreEqualByNumber() {
    assertThat(charged("0.65")).isEqualTo(charged("0.650")).hasSameHashCodeAs(charged("0.650"));
    assertThat(charged("0.65")).isNotEqualTo(charged("0.66")).isNotEqualTo(Charge.UNKNOWN);
    assertThatThrownBy(() -> charged("-1")).isInstanceOf(IllegalArgumentException.class);
  }

  /** NONE means that nothing was charged, and 0 USD is a charge. */
  @Test
  void zeroIsAChargedAmount() {
    Charge nothing = charged("0.00");
    assertThat(nothing.kind()).isEqualTo(Charge.Kind.CHARGED);
    assertThat(nothing.amountUsd()).isEqualByComparingTo("0");
    assertThat(nothing).hasToString("0.00 USD").isNotEqualTo(Charge.NONE);
    assertThat(nothing.plus(charged("0.02"))).isEqualTo(charged("0.02"));
  }

  /** Applications create charges when they read them from JSON or a database. */
  @Test
  void valuesThatAKindDoesNotHaveAreRefused() {
    Instant noon = Instant.parse("2026-11-20T12:00:00Z");
    assertThat(new Charge(Charge.Kind.NONE, null, null)).isEqualTo(Charge.NONE);
    assertThat(new Charge(Charge.Kind.NONE, new BigDecimal("0.00"), null)).isEqualTo(Charge.NONE);
    assertThatThrownBy(() -> new Charge(Charge.Kind.NONE, new BigDecimal("0.65"), null))
        .hasMessage("amountUsd: not allowed for a charge of kind NONE, got 0.65");
    assertThatThrownBy(() -> new Charge(Charge.Kind.NONE, null, noon))
        .hasMessage("pricedAt: not allowed for a charge of kind NONE, got 2026-11-20T12:00:00Z");
    assertThatThrownBy(() -> new Charge(Charge.Kind.UNKNOWN, BigDecimal.ZERO, null))
        .hasMessage("amountUsd: not allowed for a charge of kind UNKNOWN, got 0");
    assertThatThrownBy(() -> new Charge(Charge.Kind.UNKNOWN, null, noon))
        .hasMessage("pricedAt: not allowed for a charge of kind UNKNOWN, got 2026-11-20T12:00:00Z");
    assertThatThrownBy(() -> new Charge(Charge.Kind.CHARGED, null, noon))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("amountUsd");
    assertThatThrownBy(() -> new Charge(Charge.Kind.CHARGED, new BigDecimal("-1"), noon))
        .hasMessage("amountUsd: must not be negative, got -1 USD; use 0 or more");
  }

  @Test
  void sumWithAnUnknownChargeIsUnknown() {
    assertThat(charged("0.02").plus(charged("0.02"))).isEqualTo(charged("0.04"));
    assertThat(Charge.NONE.plus(charged("0.02"))).isEqualTo(charged("0.02"));
    assertThat(charged("0.02").plus(Charge.UNKNOWN)).isSameAs(Charge.UNKNOWN);
    assertThat(Charge.NONE.amountUsd()).isEqualByComparingTo("0");
    assertThat(Charge.UNKNOWN.amountUsd()).isNull();
  }

  @Test
  void sumHasTheTimeOfItsOldestPrice() {
    Instant noon = Instant.parse("2026-11-20T12:00:00Z");
    Charge before = Charge.charged(new BigDecimal("0.65"), noon.minusSeconds(9));
    Charge later = Charge.charged(new BigDecimal("0.02"), noon);
    assertThat(before.plus(later).pricedAt()).isEqualTo(noon.minusSeconds(9));
    assertThat(later.plus(before).pricedAt()).isEqualTo(noon.minusSeconds(9));
    assertThat(Charge.NONE.plus(later).pricedAt()).isEqualTo(noon);
    assertThat(later.plus(charged("0.02")).pricedAt()).as("one is not known").isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NONE", "UNKNOWN", "CHARGED"})
  void serializedConstantsAreReadAsTheSameObjects(Charge.Kind kind) throws Exception {
    Charge charge =
        switch (kind) {
          case NONE -> Charge.NONE;
          case UNKNOWN -> Charge.UNKNOWN;
          case CHARGED -> charged("0.65");
        };
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(charge);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Object read = in.readObject();
      assertThat(read).isEqualTo(charge);
      if (kind != Charge.Kind.CHARGED) {
        assertThat(read).isSameAs(charge);
      }
    }
  }
}
