package io.freightsdk.examples.orderservice.problem;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.springframework.boot.jackson.JacksonComponent;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.FromStringDeserializer;

/**
 * Takes a time as text only. Jackson itself also takes 5 for a time, in 1970, and a delivery that
 * is confirmed cannot be taken back.
 */
@JacksonComponent
class TimeAsText extends FromStringDeserializer<Instant> {
  TimeAsText() {
    super(Instant.class);
  }

  @Override
  protected Instant _deserialize(String text, DeserializationContext context) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException notATime) {
      throw context.weirdStringException(text, Instant.class, "not a time");
    }
  }
}
