package io.freightsdk.examples.benchmarks.codec;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The memory of a record's strings alone, which every decoder needs. */
final class StringsAlone {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private StringsAlone() {}

  /** Bytes that are allocated by making all of them from ASCII bytes, and nothing else. */
  static long bytes(Record value) throws ReflectiveOperationException {
    List<byte[]> texts = new ArrayList<>();
    collect(value, texts);
    String[] made = new String[texts.size()];
    byte[][] ascii = texts.toArray(byte[][]::new);
    make(made, ascii);
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    make(made, ascii);
    return THREADS.getThreadAllocatedBytes(thread) - before;
  }

  private static void make(String[] made, byte[][] ascii) {
    for (int i = 0; i < ascii.length; i++) {
      made[i] = new String(ascii[i], StandardCharsets.ISO_8859_1);
    }
  }

  private static void collect(Object value, List<byte[]> texts)
      throws ReflectiveOperationException {
    if (value instanceof String text) texts.add(text.getBytes(StandardCharsets.ISO_8859_1));
    if (value instanceof List<?> list) {
      for (Object item : list) collect(item, texts);
    }
    if (!(value instanceof Record)) return;
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      collect(component.getAccessor().invoke(value), texts);
    }
  }
}
