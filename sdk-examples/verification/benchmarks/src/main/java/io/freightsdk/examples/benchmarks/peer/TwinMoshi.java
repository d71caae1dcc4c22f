package io.freightsdk.examples.benchmarks.peer;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moshi as a user sets it up for records: reflection, and the two adapters every answer needs. */
public final class TwinMoshi {
  private TwinMoshi() {}

  public static Moshi create() {
    return new Moshi.Builder()
        .add(Instant.class, new InstantAdapter().nullSafe())
        .add(BigDecimal.class, new DecimalAdapter().nullSafe())
        .build();
  }

  private static final class InstantAdapter extends JsonAdapter<Instant> {
    @Override
    public Instant fromJson(JsonReader reader) throws IOException {
      return Instant.parse(reader.nextString());
    }

    @Override
    public void toJson(JsonWriter writer, @Nullable Instant value) throws IOException {
      writer.value(String.valueOf(value));
    }
  }

  private static final class DecimalAdapter extends JsonAdapter<BigDecimal> {
    @Override
    public BigDecimal fromJson(JsonReader reader) throws IOException {
      return new BigDecimal(reader.nextString());
    }

    @Override
    public void toJson(JsonWriter writer, @Nullable BigDecimal value) throws IOException {
      writer.value(value);
    }
  }
}
