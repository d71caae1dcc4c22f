/** The JSON adapters of the types of the API, generated from its description. Not exported. */
@NullMarked
package io.freightsdk.model.internal.generated;

import org.jspecify.annotations.NullMarked;
