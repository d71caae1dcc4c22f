package io.freightsdk.internal.spend.file;

import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.NanoUsd;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of a row as texts: amounts in USD and times in ISO, for people. What is null, zero or
 * false is left out.
 */
record Members(Map<String, String> texts) {
  Members() {
    this(new LinkedHashMap<>());
  }

  Members text(String name, @Nullable String text) {
    if (text != null) texts.put(name, text);
    return this;
  }

  Members number(String name, long number) {
    return text(name, number == 0 ? null : Long.toString(number));
  }

  Members time(String name, long micros) {
    return text(name, micros == 0 ? null : Micros.instant(micros).toString());
  }

  Members usd(String name, long nano) {
    return text(name, nano == 0 ? null : NanoUsd.toUsd(nano).toPlainString());
  }

  Members flag(String name, boolean flag) {
    return text(name, flag ? "true" : null);
  }

  @Nullable String maybe(String name) {
    return texts.get(name);
  }

  String text(String name) {
    return Objects.requireNonNull(maybe(name), name);
  }

  long number(String name) {
    String text = maybe(name);
    return text == null ? 0 : Long.parseLong(text);
  }

  long time(String name) {
    String text = maybe(name);
    return text == null ? 0 : Micros.of(Instant.parse(text));
  }

  long usd(String name) {
    String text = maybe(name);
    return text == null ? 0 : NanoUsd.of(new BigDecimal(text));
  }

  boolean flag(String name) {
    return texts.containsKey(name);
  }
}
