package io.freightsdk.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.type.WritableTypeId;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the records and open enums of the API with Jackson 2 in the JSON format of the
 * API, whatever naming, inclusion or date format the mapper has: every digit of an amount is kept,
 * instants are ISO 8601, absent members are left out. Members that the API description does not
 * name are skipped. A wrong value throws {@code MismatchedInputException}, whose message has the
 * path and not the value.
 *
 * <pre>{@code
 * JsonMapper mapper = JsonMapper.builder().addModule(new FreightJackson2Module()).build();
 * }</pre>
 *
 * <p>{@code findAndAddModules()} finds it too. One module may be used in many mappers.
 */
public final class FreightJackson2Module extends SimpleModule {
  @Serial private static final long serialVersionUID = 1;

  /** Registers every type of {@link FreightJson#types()}. */
  public FreightJackson2Module() {
    super("freight", Version.unknownVersion());
    FreightJson.types().forEach(this::add);
  }

  private <T> void add(Class<T> type) {
    JsonAdapter<T> adapter = FreightJson.adapter(type);
    addSerializer(type, new Writer<>(type, adapter));
    addDeserializer(type, new Reader<>(type, adapter));
  }

  private static final class Writer<T> extends StdSerializer<T> {
    @Serial private static final long serialVersionUID = 1;
    private final transient JsonAdapter<T> adapter;

    Writer(Class<T> type, JsonAdapter<T> adapter) {
      super(type);
      this.adapter = adapter;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      write(adapter.toJsonValue(value), out);
    }

    @Override
    public void serializeWithType(
        T value, JsonGenerator out, SerializerProvider provider, TypeSerializer typing)
        throws IOException {
      Object json = adapter.toJsonValue(value);
      JsonToken shape = json instanceof Map ? JsonToken.START_OBJECT : JsonToken.VALUE_STRING;
      WritableTypeId typeId = typing.writeTypePrefix(out, typing.typeId(value, shape));
      if (json instanceof Map<?, ?> members) writeMembers(members, out);
      else write(json, out);
      typing.writeTypeSuffix(out, typeId);
    }

    private static void writeMembers(Map<?, ?> members, JsonGenerator out) throws IOException {
      for (Map.Entry<?, ?> member : members.entrySet()) {
        out.writeFieldName((String) member.getKey());
        write(member.getValue(), out);
      }
    }

    private static void write(@Nullable Object json, JsonGenerator out) throws IOException {
      if (json instanceof Map<?, ?> members) {
        out.writeStartObject();
        writeMembers(members, out);
        out.writeEndObject();
      } else if (json instanceof List<?> items) {
        out.writeStartArray();
        for (Object item : items) write(item, out);
        out.writeEndArray();
      } else if (json instanceof String text) {
        out.writeString(text);
      } else if (json instanceof Boolean flag) {
        out.writeBoolean(flag);
      } else if (json instanceof Number number) {
        writeNumber(number, out);
      } else {
        out.writeNull();
      }
    }

    /** Without the mapper's serializers, which may write an amount as a string. */
    private static void writeNumber(Number number, JsonGenerator out) throws IOException {
      if (number instanceof Long whole) out.writeNumber(whole);
      else if (number instanceof Double fraction) out.writeNumber(fraction);
      else if (number instanceof BigInteger whole) out.writeNumber(whole);
      else out.writeNumber((BigDecimal) number);
    }
  }

  private static final class Reader<T> extends StdDeserializer<T> {
    @Serial private static final long serialVersionUID = 1;
    private final Class<T> type;
    private final transient JsonAdapter<T> adapter;

    Reader(Class<T> type, JsonAdapter<T> adapter) {
      super(type);
      this.type = type;
      this.adapter = adapter;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
      try {
        return adapter.fromJsonValue(read(in, context));
      } catch (JsonDataException e) {
        return context.reportInputMismatch(this, "%s", e.getMessage());
      }
    }

    @Override
    public Object deserializeWithType(
        JsonParser in, DeserializationContext context, TypeDeserializer typing) throws IOException {
      return type.isRecord()
          ? typing.deserializeTypedFromObject(in, context)
          : typing.deserializeTypedFromScalar(in, context);
    }

    private @Nullable Object read(JsonParser in, DeserializationContext context)
        throws IOException {
      return switch (in.currentToken()) {
        case VALUE_NULL -> null;
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        case VALUE_STRING -> in.getText();
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(in.getText());
        case START_ARRAY -> items(in, context);
        case START_OBJECT, FIELD_NAME, END_OBJECT -> members(in, context);
        default -> context.handleUnexpectedToken(type, in);
      };
    }

    private List<@Nullable Object> items(JsonParser in, DeserializationContext context)
        throws IOException {
      List<@Nullable Object> items = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) items.add(read(in, context));
      return items;
    }

    /** Reads from the start of the object, or from its next name if a type id was read before. */
    private Map<String, @Nullable Object> members(JsonParser in, DeserializationContext context)
        throws IOException {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      if (in.currentToken() == JsonToken.START_OBJECT) in.nextToken();
      while (in.currentToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        members.put(name, read(in, context));
        in.nextToken();
      }
      return members;
    }
  }
}
