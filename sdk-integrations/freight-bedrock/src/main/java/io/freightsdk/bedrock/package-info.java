/** Freight tools as tools of Amazon Bedrock's Converse API. */
@NullMarked
package io.freightsdk.bedrock;

import org.jspecify.annotations.NullMarked;
