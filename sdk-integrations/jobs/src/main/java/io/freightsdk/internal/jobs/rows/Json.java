package io.freightsdk.internal.jobs.rows;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Types;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** The JSON in the columns: types of the API as the service writes them, and problems of fields. */
public final class Json {
  private static final JsonAdapter<Map<String, @Nullable String>> PROBLEMS =
      FreightJson.moshi()
          .<Map<String, @Nullable String>>adapter(
              Types.newParameterizedType(Map.class, String.class, String.class))
          .serializeNulls();

  private Json() {}

  static <T> String toText(Class<T> type, T value) {
    return FreightJson.adapter(type).toJson(value);
  }

  static <T> T fromText(Class<T> type, String text) {
    try {
      return FreightJson.read(type, new Buffer().writeUtf8(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Such as {@code {"pickups.0.zip":"missing"}}. */
  static String problemsToText(List<FieldProblem> problems) {
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    for (FieldProblem problem : problems) texts.put(problem.field(), problem.problem());
    return PROBLEMS.toJson(texts);
  }

  static List<FieldProblem> problemsFromText(String text) {
    try {
      return Objects.requireNonNull(PROBLEMS.fromJson(text)).entrySet().stream()
          .map(problem -> new FieldProblem(problem.getKey(), problem.getValue()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
