package io.freightsdk.mcp.books;

import io.freightsdk.agent.KnownReferences;
import io.freightsdk.mcp.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** References beside the money, so that they are known after a restart and in other hosts. */
public record FileReferences(RowFile rows) implements KnownReferences {
  private static final String REFERENCE = "reference ";

  @Override
  public List<Known> alike(String folded) {
    return rows.change(stored -> known(stored.read(REFERENCE + folded)));
  }

  @Override
  public void remember(String folded, Known known) {
    Boolean unused =
        rows.change(
            stored -> {
              Map<String, @Nullable Object> all = new LinkedHashMap<>();
              for (Known one : known(stored.read(REFERENCE + folded))) {
                all.put(one.customerRef(), one.loadNumber());
              }
              if (known.loadNumber() == null && all.get(known.customerRef()) != null) return true;
              all.remove(known.customerRef());
              all.put(known.customerRef(), known.loadNumber());
              stored.write(REFERENCE + folded, Json.write(all));
              return true;
            });
  }

  private static List<Known> known(@Nullable String text) {
    List<Known> known = new ArrayList<>();
    if (text == null) return known;
    try {
      if (Json.read(text) instanceof Map<?, ?> all) {
        all.forEach((ref, load) -> known.add(new Known((String) ref, (String) load)));
      }
    } catch (Json.Malformed e) {
      throw new IllegalStateException("a row of references is no JSON", e);
    }
    return known;
  }
}
