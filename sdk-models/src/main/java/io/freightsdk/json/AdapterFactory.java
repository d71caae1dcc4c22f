package io.freightsdk.json;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import io.freightsdk.model.internal.generated.JsonAdapters;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Offers the generated adapters to Moshi. */
final class AdapterFactory implements JsonAdapter.Factory {

  @Override
  public @Nullable JsonAdapter<?> create(
      Type type, Set<? extends Annotation> annotations, Moshi moshi) {
    if (!annotations.isEmpty() || !(type instanceof Class<?> plain)) return null;
    if (plain == Instant.class) return INSTANT.nullSafe();
    if (plain == BigDecimal.class) return MONEY.nullSafe();
    JsonAdapter<?> adapter = JsonAdapters.find(plain);
    return adapter == null ? null : adapter.nullSafe();
  }

  private static final JsonAdapter<Instant> INSTANT =
      new JsonAdapter<>() {
        @Override
        public Instant fromJson(JsonReader reader) throws IOException {
          return ValueReader.instant(reader);
        }

        @Override
        public void toJson(JsonWriter writer, @Nullable Instant value) throws IOException {
          ValueWriter.instantOrNull(writer, value);
        }
      };

  private static final JsonAdapter<BigDecimal> MONEY =
      new JsonAdapter<>() {
        @Override
        public BigDecimal fromJson(JsonReader reader) throws IOException {
          return ValueReader.money(reader);
        }

        @Override
        public void toJson(JsonWriter writer, @Nullable BigDecimal value) throws IOException {
          ValueWriter.moneyOrNull(writer, value);
        }
      };
}
