package io.freightsdk.mcp.books;

import io.freightsdk.agent.ToolMemory;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the tools remember, beside the money, so that a restart and other hosts know it. */
public record FileMemory(RowFile file) implements ToolMemory {
  private static final String TOOL = "tool ";

  @Override
  public <T extends @Nullable Object> T change(Function<Rows, T> change) {
    return file.change(rows -> change.apply(new Tools(rows)));
  }

  private record Tools(RowFile.Rows rows) implements Rows {
    @Override
    public @Nullable String read(String id) {
      return rows.read(TOOL + id);
    }

    @Override
    public void write(String id, String text) {
      rows.write(TOOL + id, text);
    }

    @Override
    public void delete(String id) {
      rows.delete(TOOL + id);
    }

    @Override
    public SortedMap<String, String> list(String prefix) {
      SortedMap<String, String> found = new TreeMap<>();
      rows.list(TOOL + prefix).forEach((id, text) -> found.put(id.substring(TOOL.length()), text));
      return found;
    }
  }
}
