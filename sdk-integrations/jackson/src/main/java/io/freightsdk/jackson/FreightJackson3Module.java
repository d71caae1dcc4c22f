package io.freightsdk.jackson;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import io.freightsdk.json.FreightJson;
import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.Version;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Reads and writes the records and open enums of the API with Jackson 3 in the JSON format of the
 * API, whatever naming, inclusion or date format the mapper has: every digit of an amount is kept,
 * instants are ISO 8601, absent members are left out. Members that the API description does not
 * name are skipped. A wrong value throws {@code MismatchedInputException}, whose message has the
 * path and not the value.
 *
 * <pre>{@code
 * JsonMapper mapper = JsonMapper.builder().addModule(new FreightJackson3Module()).build();
 * }</pre>
 *
 * <p>{@code findAndAddModules()} finds it too. One module may be used in many mappers.
 */
public final class FreightJackson3Module extends SimpleModule {
  @Serial private static final long serialVersionUID = 1;

  /** Registers every type of {@link FreightJson#types()}. */
  public FreightJackson3Module() {
    super("freight", Version.unknownVersion());
    FreightJson.types().forEach(this::add);
  }

  private <T> void add(Class<T> type) {
    JsonAdapter<T> adapter = FreightJson.adapter(type);
    addSerializer(type, new Writer<>(type, adapter));
    addDeserializer(type, new Reader<>(type, adapter));
  }

  private static final class Writer<T> extends StdSerializer<T> {
    private final JsonAdapter<T> adapter;

    Writer(Class<T> type, JsonAdapter<T> adapter) {
      super(type);
      this.adapter = adapter;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializationContext context) {
      write(adapter.toJsonValue(value), out);
    }

    @Override
    public void serializeWithType(
        T value, JsonGenerator out, SerializationContext context, TypeSerializer typing) {
      Object json = adapter.toJsonValue(value);
      JsonToken shape = json instanceof Map ? JsonToken.START_OBJECT : JsonToken.VALUE_STRING;
      WritableTypeId typeId = typing.writeTypePrefix(out, context, typing.typeId(value, shape));
      if (json instanceof Map<?, ?> members) writeMembers(members, out);
      else write(json, out);
      typing.writeTypeSuffix(out, context, typeId);
    }

    private static void writeMembers(Map<?, ?> members, JsonGenerator out) {
      for (Map.Entry<?, ?> member : members.entrySet()) {
        out.writeName((String) member.getKey());
        write(member.getValue(), out);
      }
    }

    private static void write(@Nullable Object json, JsonGenerator out) {
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
    private static void writeNumber(Number number, JsonGenerator out) {
      if (number instanceof Long whole) out.writeNumber(whole);
      else if (number instanceof Double fraction) out.writeNumber(fraction);
      else if (number instanceof BigInteger whole) out.writeNumber(whole);
      else out.writeNumber((BigDecimal) number);
    }
  }

  private static final class Reader<T> extends StdDeserializer<T> {
    private final Class<T> type;
    private final JsonAdapter<T> adapter;

    Reader(Class<T> type, JsonAdapter<T> adapter) {
      super(type);
      this.type = type;
      this.adapter = adapter;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
      try {
        return adapter.fromJsonValue(read(in, context));
      } catch (JsonDataException e) {
        return context.reportInputMismatch(this, "%s", e.getMessage());
      }
    }

    @Override
    public Object deserializeWithType(
        JsonParser in, DeserializationContext context, TypeDeserializer typing) {
      return type.isRecord()
          ? typing.deserializeTypedFromObject(in, context)
          : typing.deserializeTypedFromScalar(in, context);
    }

    private @Nullable Object read(JsonParser in, DeserializationContext context) {
      return switch (in.currentToken()) {
        case VALUE_NULL -> null;
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        case VALUE_STRING -> in.getString();
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(in.getString());
        case START_ARRAY -> items(in, context);
        case START_OBJECT, PROPERTY_NAME, END_OBJECT -> members(in, context);
        default -> context.handleUnexpectedToken(type, in);
      };
    }

    private List<@Nullable Object> items(JsonParser in, DeserializationContext context) {
      List<@Nullable Object> items = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) items.add(read(in, context));
      return items;
    }

    /** Reads from the start of the object, or from its next name if a type id was read before. */
    private Map<String, @Nullable Object> members(JsonParser in, DeserializationContext context) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      if (in.currentToken() == JsonToken.START_OBJECT) in.nextToken();
      while (in.currentToken() == JsonToken.PROPERTY_NAME) {
        String name = in.currentName();
        in.nextToken();
        members.put(name, read(in, context));
        in.nextToken();
      }
      return members;
    }
  }
}
